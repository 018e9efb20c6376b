import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

/** A saved brand. `document` is checked by its readers, since an earlier release may have written it. */
export type BrandEdition = {
  number: number
  document: unknown
  savedAt: number
  publishedAt: number | null
  isShown: boolean
}

type Row = Pick<BrandEdition, 'number' | 'document'> & {
  saved_at: Date
  published_at: Date | null
  is_shown: boolean
}

function toEdition({ saved_at, published_at, is_shown, ...row }: Row): BrandEdition {
  return {
    ...row,
    savedAt: saved_at.getTime(),
    publishedAt: published_at?.getTime() ?? null,
    isShown: is_shown,
  }
}

export async function shownEdition(db: Db | Tx): Promise<BrandEdition | null> {
  const { rows } = await sql<Row>`select * from brand_edition where is_shown`.execute(db)
  return rows.map(toEdition)[0] ?? null
}

/** The number of the shown edition; null if no edition is shown. */
export async function shownNumber(db: Db): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`select number from brand_edition where is_shown`.execute(db)
  return rows[0]?.number ?? null
}

export async function newestEditions(db: Db | Tx, limit: number): Promise<BrandEdition[]> {
  const { rows } = await sql<Row>`select * from brand_edition order by number desc limit ${limit}`.execute(db)
  return rows.map(toEdition)
}

/** The name for packages in the first published edition; null when no edition was ever published. */
export async function publishedSlug(db: Db | Tx): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`select document ->> 'slug' as slug from brand_edition
    where published_at is not null order by published_at limit 1`.execute(db)
  return rows[0]?.slug ?? null
}

/** Saves the next edition; false if an edition with this number exists. */
export async function insertEdition(
  tx: Tx,
  { number, document }: Pick<BrandEdition, 'number' | 'document'>,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into brand_edition (number, document, saved_at)
    values (${number}, ${JSON.stringify(document)}::jsonb, ${new Date(now)}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Hides the shown edition; returns its number, or null if none was shown. */
export async function hideShown(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`update brand_edition set is_shown = false
    where is_shown returning number`.execute(tx)
  return rows[0]?.number ?? null
}

/** Shows an edition; null if no edition has this number. */
export async function showEdition(tx: Tx, number: number, now: number): Promise<BrandEdition | null> {
  const { rows } = await sql<Row>`update brand_edition set is_shown = true, published_at = ${new Date(now)}
    where number = ${number} returning *`.execute(tx)
  return rows.map(toEdition)[0] ?? null
}
