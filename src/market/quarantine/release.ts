import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RowFix } from '#src/contract/operator/imports.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { RefusedLine } from '../import/file/quarantine.ts'
import { importFile } from '../import/importers.ts'
import { fixes } from './fixes.ts'
import { lockPicked, type PickedRows, present, summary } from './quarantine.ts'
import * as store from './quarantine-store.ts'

export type ReleaseRows = { importId: string; fix?: RowFix | undefined } & PickedRows
export type Released = { released: number; refused: number }

/**
 * Imports refused rows in their current text with the importer of their file, at most 20,000 at once. Outliers are
 * accepted, since a person reviewed the rows; a row that breaks another rule waits again under that rule. `fix`
 * corrects rows before the import and skips rows that it cannot correct. Safe to repeat after an interruption.
 */
export async function releaseRows(
  ctx: Platform,
  actor: Actor,
  { importId, fix, ...picked }: ReleaseRows,
): Promise<Released> {
  const by = await requireStaff(ctx, actor, 'quarantine.release')
  return ctx.postgres.transaction(async (tx) => {
    const run = present(await store.importById(tx, importId))
    const locked = await lockPicked(tx, importId, picked)
    const rows = locked.flatMap(({ line, content }) => {
      const text = fix ? fixes[fix].apply(run.head, content) : content
      return text === null ? [] : [{ line, text }]
    })
    if (rows.length === 0) return { released: 0, refused: 0 }
    const refused = await putIn(ctx, run, rows)
    const again = new Set(refused.map(({ line }) => line))
    const lines = rows.map(({ line }) => line).filter((line) => !again.has(line))
    await store.closeRows(tx, importId, lines, 'released')
    await store.refuseAgain(tx, importId, refused)
    const detail = { ...summary(picked, lines), refused: again.size, ...(fix && { fix }) }
    await ctx.postgres.audit(tx, by, 'quarantine.release', importId, detail)
    return { released: lines.length, refused: again.size }
  })
}

/** Imports the rows through a temporary file; returns the rows that were refused again, with their original lines. */
async function putIn(
  ctx: Platform,
  { id, kind, head, options }: store.StoredImport,
  rows: readonly { line: number; text: string }[],
): Promise<RefusedLine[]> {
  const folder = join(ctx.settings.dataDir, 'uploads', `release-${ctx.random.bytes(8).toString('hex')}`)
  const file = join(folder, 'released.csv')
  const refused: RefusedLine[] = []
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const lines = [...(head === '' ? [] : [head]), ...rows.map(({ text }) => text)]
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    await importFile(
      ctx,
      kind,
      file,
      { ...options, acceptOutliers: true },
      {
        signal: AbortSignal.timeout(releaseMs),
        progress: () => {},
        again: {
          importId: id,
          head,
          lines: rows.map(({ line }) => line),
          refused: (more) => void refused.push(...more),
        },
      },
    )
    return refused
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const releaseMs = 60_000
