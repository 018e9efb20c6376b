import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** `id`: `<key>/<name>`. */
export type ProducerNote = { id: string; mark: string; heardAt: number }

export async function markOf(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select mark from feed_producer where key_id || '/' || name = ${id} and key_id = split_part(${id}, '/', 1)`.execute(
    db,
  )
  return rows[0]?.mark ?? ''
}

/** Stores marks of producers. An older mark does not replace a newer mark. */
export async function note(db: Db, notes: readonly ProducerNote[]): Promise<void> {
  const pick = <T>(read: (one: ProducerNote) => T) => notes.map(read)
  await sql`insert into feed_producer as p (key_id, name, mark, heard_at)
    select split_part(id, '/', 1), split_part(id, '/', 2), mark, heard_at
    from unnest(${pick(({ id }) => id)}::text[], ${pick(({ mark }) => mark)}::text[],
      ${pick(({ heardAt }) => new Date(heardAt))}::timestamptz[]) as given (id, mark, heard_at)
    on conflict (key_id, name) do update set mark = excluded.mark, heard_at = excluded.heard_at
    where p.heard_at <= excluded.heard_at`.execute(db)
}

export async function count(db: Db, keyId: string, except: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from feed_producer where key_id = ${keyId} and name <> ${except}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
