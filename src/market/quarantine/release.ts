import type { RowFix } from '#src/contract/operator/imports.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { fixes } from './fixes.ts'
import { lockPicked, type PickedRows, present, summary } from './quarantine.ts'
import * as store from './quarantine-store.ts'
import { importRows } from './rows-file.ts'

export type ReleaseRows = { importId: string; fix?: RowFix | undefined } & PickedRows
export type Released = { released: number; refused: number }

export async function requireRelease(ctx: Platform, actor: Actor): Promise<void> {
  await requireStaff(ctx, actor, 'quarantine.release')
}

/**
 * Imports refused rows in their current text with the importer of their file, at most 20,000 at once. Outliers are
 * accepted, since a person reviewed the rows. A row that breaks another rule waits again, under that rule. `fix`
 * corrects rows before the import, and skips rows that it cannot correct. Safe to repeat after an interruption.
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
    const refused = await importRows(ctx, run, rows)
    const again = new Set(refused.map(({ line }) => line))
    const lines = rows.map(({ line }) => line).filter((line) => !again.has(line))
    await store.closeRows(tx, importId, lines, 'released')
    await store.refuseAgain(tx, importId, refused)
    const detail = { ...summary(picked, lines), refused: again.size, ...(fix && { fix }) }
    await ctx.postgres.audit(tx, by, 'quarantine.release', importId, detail)
    return { released: lines.length, refused: again.size }
  })
}
