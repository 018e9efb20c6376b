import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** `id`: `<key>/<name>`. `mark` null: unchanged. */
export type ProducerNote = { id: string; mark: string | null; heardAt: number }

export async function markOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select mark from feed_producer where key_id || '/' || name = ${id} and key_id = split_part(${id}, '/', 1)`.execute(
    db,
  )
  return rows[0]?.mark ?? ''
}

/**
 * Stores when producers were heard, and their marks. A gateway may note an older mark later than another gateway noted a
 * newer one. The older mark, which begins with a smaller number, does not replace the newer mark.
 */
export async function note(db: Db, notes: readonly ProducerNote[]): Promise<void> {
  const pick = <T>(read: (one: ProducerNote) => T) => notes.map(read)
  await sql`insert into feed_producer as p (key_id, name, mark, heard_at)
    select split_part(id, '/', 1), split_part(id, '/', 2), coalesce(mark, ''), heard_at
    from unnest(${pick(({ id }) => id)}::text[], ${pick(({ mark }) => mark)}::text[],
      ${pick(({ heardAt }) => new Date(heardAt))}::timestamptz[]) as given (id, mark, heard_at)
    on conflict (key_id, name) do update set heard_at = greatest(p.heard_at, excluded.heard_at),
      mark = case when substring(excluded.mark from '^[0-9]+')::bigint
        >= coalesce(substring(p.mark from '^[0-9]+')::bigint, 0) then excluded.mark else p.mark end`.execute(db)
}

export async function count(db: Db, keyId: string, except: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from feed_producer where key_id = ${keyId} and name <> ${except}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
