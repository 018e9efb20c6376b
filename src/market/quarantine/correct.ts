import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { lockPicked, present, summary } from './quarantine.ts'
import * as store from './quarantine-store.ts'
import { requireRelease } from './release.ts'
import { textOfCells } from './row-cells.ts'
import { importRows, tryRows } from './rows-file.ts'

const contentMax = 4_000

/**
 * `version`: the version of the row that the person read. If the row has a newer version, the call is refused with
 * `changed_meanwhile`. Null: no check.
 */
export type Correction = { line: number; version: number | null } & ({ content: string } | { cells: readonly string[] })
export type CorrectRows = { importId: string; rows: readonly Correction[]; release: boolean }
export type Corrected = { saved: number; refused: { line: number; reason: string }[] }

/**
 * Replaces the text of refused rows. Rows that still break a rule are not replaced; they are returned with the rule.
 * With `release`, the replaced rows are imported immediately; otherwise they wait.
 */
export async function correctRows(
  ctx: Platform,
  actor: Actor,
  { importId, rows, release }: CorrectRows,
): Promise<Corrected> {
  const by = await requireStaff(ctx, actor, 'quarantine.correct')
  if (release) await requireRelease(ctx, actor)
  return ctx.postgres.transaction(async (tx) => {
    const run = present(await store.importById(tx, importId))
    const known = new Map((await lockPicked(tx, importId, { lines: rows })).map((row) => [row.line, row.content]))
    const given = rows.map((row) => ({ line: row.line, text: checkedText(row, run) }))
    const refused = await (release ? importRows : tryRows)(ctx, run, given)
    const reasons = new Map(refused.map(({ line, reason }) => [line, reason]))
    const saved = given.filter(({ line }) => !reasons.has(line))
    const lines = saved.map(({ line }) => line)
    for (const { line, text } of saved) {
      await store.setContent(tx, importId, line, text)
      const detail = { line, before: known.get(line), after: text }
      await ctx.postgres.audit(tx, by, 'quarantine.correct', importId, detail)
    }
    if (release && lines.length > 0) {
      await store.closeRows(tx, importId, lines, 'released')
      await ctx.postgres.audit(tx, by, 'quarantine.release', importId, summary({ lines: [] }, lines))
    }
    return { saved: saved.length, refused: [...reasons].map(([line, reason]) => ({ line, reason })) }
  })
}

function checkedText(row: Correction, run: store.StoredImport): string {
  const text = ('content' in row ? row.content : textOfCells(row.cells, run)).trim()
  if (text === '' || text.length > contentMax || /[\0\r\n]/.test(text))
    throw refuse('invalid_parameter', { param: 'rows' })
  return text
}
