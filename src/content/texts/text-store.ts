import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type TextVersion = {
  path: string
  number: number
  source: string
  savedAt: number
  publishedAt: number | null
  isShown: boolean
}

type Row = Pick<TextVersion, 'path' | 'number' | 'source'> & {
  saved_at: Date
  published_at: Date | null
  is_shown: boolean
}

function toVersion({ saved_at, published_at, is_shown, ...row }: Row): TextVersion {
  return {
    ...row,
    savedAt: saved_at.getTime(),
    publishedAt: published_at?.getTime() ?? null,
    isShown: is_shown,
  }
}

export async function shownTexts(db: Db): Promise<TextVersion[]> {
  const { rows } = await sql<Row>`select * from content_text where is_shown order by path`.execute(db)
  return rows.map(toVersion)
}

/** The newest version of each path. */
export async function newestTexts(db: Db): Promise<TextVersion[]> {
  const { rows } = await sql<Row>`select distinct on (path) * from content_text order by path, number desc`.execute(db)
  return rows.map(toVersion)
}

export async function versionsOf(db: Db | Tx, path: string, limit: number): Promise<TextVersion[]> {
  const { rows } = await sql<Row>`select * from content_text where path = ${path}
    order by number desc limit ${limit}`.execute(db)
  return rows.map(toVersion)
}

/** Saves the next version of a path; false if a version with this number exists. */
export async function insertVersion(
  tx: Tx,
  { path, number, source }: Pick<TextVersion, 'path' | 'number' | 'source'>,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into content_text (path, number, source, saved_at)
    values (${path}, ${number}, ${source}, ${new Date(now)}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Hides the shown version of a path; returns its number, or null if none was shown. */
export async function hideShown(tx: Tx, path: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`update content_text set is_shown = false
    where path = ${path} and is_shown returning number`.execute(tx)
  return rows[0]?.number ?? null
}

/** Shows a version; false if no version has this number. */
export async function showVersion(tx: Tx, path: string, number: number, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update content_text set is_shown = true, published_at = ${new Date(now)}
    where path = ${path} and number = ${number}`.execute(tx)
  return numAffectedRows === 1n
}
