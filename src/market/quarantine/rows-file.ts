import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '#src/platform/platform.ts'
import type { RefusedLine } from '../import/file/quarantine.ts'
import { importFile } from '../import/importers.ts'
import { tryFile } from '../import/trial/try-file.ts'
import type { StoredImport } from './quarantine-store.ts'

type Row = { line: number; text: string }

const readMs = 60_000

/** Imports rows of a file again. Returns the rows that were refused again, with their original line numbers. */
export function importRows(ctx: Platform, run: StoredImport, rows: readonly Row[]): Promise<RefusedLine[]> {
  return readRows(ctx, run, rows, importFile)
}

/** Checks rows of a file like an import, but stores nothing. Only rows of bars and ticks have rules to check. */
export async function tryRows(ctx: Platform, run: StoredImport, rows: readonly Row[]): Promise<RefusedLine[]> {
  return run.kind === 'bars' || run.kind === 'ticks' ? readRows(ctx, run, rows, tryFile) : []
}

/** Writes the rows to a temporary file, with the header of their original file, and reads it with `read`. */
async function readRows(
  ctx: Platform,
  { id, kind, head, options }: StoredImport,
  rows: readonly Row[],
  read: typeof importFile,
): Promise<RefusedLine[]> {
  const folder = join(ctx.settings.dataDir, 'uploads', `release-${ctx.random.bytes(8).toString('hex')}`)
  const file = join(folder, 'released.csv')
  const refused: RefusedLine[] = []
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const lines = [...(head === '' ? [] : [head]), ...rows.map(({ text }) => text)]
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 })
    await read(
      ctx,
      kind,
      file,
      { ...options, acceptOutliers: true },
      {
        signal: AbortSignal.timeout(readMs),
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
