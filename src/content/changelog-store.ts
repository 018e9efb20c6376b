import { sql } from 'kysely'
import type { Locale } from '#src/contract/locale.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** `day`: such as `2026-11-23`; `texts`: Markdown. A draft is not shown to readers. */
export type ChangelogEntry = {
  id: number
  day: string
  texts: Record<Locale, string>
  isPublished: boolean
  version: number
}

type Row = { id: bigint; day: string; texts: Record<Locale, string>; is_published: boolean; version: number }

const columns = sql`id, to_char(day, 'YYYY-MM-DD') as day, texts, published_at is not null as is_published, version`

function toEntry({ id, is_published, ...row }: Row): ChangelogEntry {
  return { ...row, id: Number(id), isPublished: is_published }
}

export async function newestEntries(db: Db, limit: number): Promise<ChangelogEntry[]> {
  const { rows } = await sql<Row>`select ${columns} from changelog_entry
    order by day desc, id desc limit ${limit}`.execute(db)
  return rows.map(toEntry)
}

export async function publishedEntries(db: Db, limit: number): Promise<ChangelogEntry[]> {
  const { rows } = await sql<Row>`select ${columns} from changelog_entry where published_at is not null
    order by day desc, id desc limit ${limit}`.execute(db)
  return rows.map(toEntry)
}

export async function lockEntry(tx: Tx, id: number): Promise<ChangelogEntry | null> {
  const { rows } = await sql<Row>`select ${columns} from changelog_entry where id = ${id} for update`.execute(tx)
  return rows[0] ? toEntry(rows[0]) : null
}

type Written = Pick<ChangelogEntry, 'day' | 'texts'>

export async function insertEntry(tx: Tx, { day, texts }: Written, now: number): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`insert into changelog_entry (day, texts, changed_at)
    values (${day}::date, ${JSON.stringify(texts)}::jsonb, ${new Date(now)}) returning id`.execute(tx)
  return Number(rows[0]?.id)
}

export async function updateEntry(tx: Tx, id: number, { day, texts }: Written, now: number): Promise<void> {
  await sql`update changelog_entry set day = ${day}::date, texts = ${JSON.stringify(texts)}::jsonb,
    version = version + 1, changed_at = ${new Date(now)} where id = ${id}`.execute(tx)
}

export async function markPublished(tx: Tx, id: number, now: number): Promise<void> {
  await sql`update changelog_entry set published_at = ${new Date(now)}, version = version + 1,
    changed_at = ${new Date(now)} where id = ${id}`.execute(tx)
}

export async function deleteEntry(tx: Tx, id: number): Promise<void> {
  await sql`delete from changelog_entry where id = ${id}`.execute(tx)
}
