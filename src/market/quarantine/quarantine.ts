import type { Reading } from '#src/contract/data/reading.ts'
import { type Problem, refuse } from '#src/contract/errors.ts'
import type { ImportRow, RefusedRow, RowFix } from '#src/contract/operator/imports.ts'
import { namesOf } from '#src/contract/record.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Cursor, Paged } from '#src/platform/stores/cursor.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { namesOfBeginners } from '../uploads/begun-by.ts'
import { fixes } from './fixes.ts'
import * as store from './quarantine-store.ts'
import { cellsIn, columnsOf } from './row-cells.ts'

const importsMax = 100
const rowsMax = 200
/** The maximum number of rows that one action closes, and for which the effect of a fix is counted. */
export const rowsAtOnce = 20_000

/** A page of imports, newest first. */
export async function listImports(
  ctx: Platform,
  actor: Actor,
  filter: { onlyWaiting: boolean },
  page: { limit: number; after: Cursor | null },
): Promise<Paged<NamedRun>> {
  await requireStaff(ctx, actor, 'import.list')
  const { rows, next } = await store.importsBy(ctx.postgres.db, filter, {
    ...page,
    limit: Math.min(page.limit, importsMax),
  })
  return { rows: await named(ctx, rows), next }
}

/** An import with the mail address of the person who started it, or "cli". */
export type NamedRun = Omit<ImportRow, 'failure'> & { failure: Problem | null }

async function named(ctx: Platform, runs: readonly store.ListedRun[]): Promise<NamedRun[]> {
  const begun = runs.map(({ begunBy }) => begunBy)
  const names = await namesOfBeginners(ctx, begun)
  return runs.map(({ begunBy, ...run }) => ({ ...run, by: names.get(begunBy) ?? null }))
}

export type OpenedImport = {
  import: NamedRun
  columns: string[]
  /** The form in which the file was read; null for kinds whose files have a single form. */
  reading: Reading | null
  reasons: { reason: string; count: number }[]
  fix: { name: RowFix; count: number; of: number } | null
  rows: RefusedRow[]
  next: number | null
}

/** One import with its waiting rows, ordered by line. */
export async function readImport(
  ctx: Platform,
  actor: Actor,
  {
    id,
    reason,
    after = 0,
    limit,
  }: { id: string; reason?: string | undefined; after?: number | undefined; limit: number },
): Promise<OpenedImport> {
  await requireStaff(ctx, actor, 'import.list')
  const { db } = ctx.postgres
  const { head, options, ...run } = present(await store.importById(db, id))
  const found = present((await named(ctx, [run]))[0] ?? null)
  const size = Math.min(limit, rowsMax)
  const rows = await store.waitingRows(db, { importId: id, reason, after, limit: size + 1 })
  const shown = rows.slice(0, size)
  return {
    ...{ import: found, columns: columnsOf({ head, options }), reading: options.dialect ?? null },
    ...{ reasons: await store.reasonsOf(db, id), rows: shown.map((row) => ({ ...row, cells: cellsIn(row, options) })) },
    fix: found.kind === 'bars' && reason !== undefined ? await fixFor(ctx, id, head, reason) : null,
    next: rows.length > size ? (shown.at(-1)?.line ?? null) : null,
  }
}

async function fixFor(ctx: Platform, importId: string, head: string, reason: string): Promise<OpenedImport['fix']> {
  const name = namesOf(fixes).find((one) => fixes[one].reason === reason)
  if (!name) return null
  const rows = await store.waitingRows(ctx.postgres.db, { importId, reason, after: 0, limit: rowsAtOnce })
  const count = rows.filter(({ content }) => fixes[name].apply(head, content) !== null).length
  return count === 0 ? null : { name, count, of: rows.length }
}

/**
 * Rows by line, with the versions that the person read (a null version is not checked), or all rows of a reason (null:
 * all waiting rows).
 */
export type PickedRows = { lines: readonly { line: number; version: number | null }[] } | { reason: string | null }

/** Drops refused rows, at most 20,000. Returns their number. Files in the quarantine folder stay. */
export async function discardRows(
  ctx: Platform,
  actor: Actor,
  { importId, ...picked }: { importId: string } & PickedRows,
): Promise<number> {
  const by = await requireStaff(ctx, actor, 'quarantine.discard')
  return ctx.postgres.transaction(async (tx) => {
    present(await store.importById(tx, importId))
    const rows = await lockPicked(tx, importId, picked)
    const lines = rows.map(({ line }) => line)
    await store.closeRows(tx, importId, lines, 'discarded')
    await ctx.postgres.audit(tx, by, 'quarantine.discard', importId, summary(picked, lines))
    return lines.length
  })
}

/**
 * Locks the selected rows. Refuses with `changed_meanwhile` if a row selected by its line has changed or no longer
 * waits.
 */
export async function lockPicked(
  tx: Parameters<typeof store.lockRows>[0],
  importId: string,
  picked: PickedRows,
): Promise<store.StoredRow[]> {
  if (!('lines' in picked)) return store.lockRows(tx, importId, picked, rowsAtOnce)
  const lines = picked.lines.map(({ line }) => line)
  const rows = await store.lockRows(tx, importId, { lines }, rowsAtOnce)
  const found = new Map(rows.map((row) => [row.line, row.version]))
  const isOther = ({ line, version }: { line: number; version: number | null }) =>
    !found.has(line) || (version !== null && found.get(line) !== version)
  if (picked.lines.some(isOther)) throw refuse('changed_meanwhile')
  return rows
}

/** The detail of an audit row about many lines. */
export function summary(picked: PickedRows, lines: readonly number[]): Record<string, unknown> {
  const which = 'lines' in picked ? { lines: lines.slice(0, 50) } : { reason: picked.reason }
  return { ...which, count: lines.length }
}

export function present<T>(found: T | null): T {
  if (found === null) throw refuse('not_found')
  return found
}
