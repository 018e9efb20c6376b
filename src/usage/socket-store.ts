import { sql } from 'kysely'
import type { OpenSocket } from '#src/contract/account/usage.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

export type SocketFacts = Omit<OpenSocket, 'id' | 'keyId'>
export type SocketRow = { id: string; keyId: string; accountId: string; facts: SocketFacts }

/** A gateway that did not write for this long counts as gone, together with its sockets. */
export const bookLifeMs = 15_000

/** Returns true if there was no such book, so that it has no sockets. */
export async function touchBook(db: Db, bookId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into socket_book (id, seen_at) values (${bookId}, ${new Date(now)})
    on conflict (id) do update set seen_at = excluded.seen_at returning xmax = 0 as is_new`.execute(db)
  await sql`delete from socket_book where seen_at < ${new Date(now - 4 * bookLifeMs)}`.execute(db)
  return rows[0]?.is_new ?? true
}

export async function closeBook(db: Db, bookId: string): Promise<void> {
  await sql`delete from socket_book where id = ${bookId}`.execute(db)
}

export async function writeSockets(db: Db, bookId: string, rows: readonly SocketRow[]): Promise<void> {
  const list = rows.map(({ id, keyId, accountId, facts }) => ({ id, key_id: keyId, account_id: accountId, facts }))
  await sql`insert into open_socket (id, book_id, key_id, account_id, facts)
    select id, ${bookId}, key_id, account_id, facts
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as row (id text, key_id text, account_id text, facts jsonb)
    on conflict (id) do update set facts = excluded.facts, key_id = excluded.key_id`.execute(db)
}

export async function removeSockets(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from open_socket where id = any(${[...ids]}::text[])`.execute(db)
}

export async function socketsOf(db: Db | Tx, accountId: string, now: number): Promise<SocketRow[]> {
  const { rows } = await sql<{ id: string; key_id: string; facts: SocketFacts }>`
    select open_socket.id, key_id, facts from open_socket join socket_book on socket_book.id = book_id
    where account_id = ${accountId} and seen_at > ${new Date(now - bookLifeMs)}`.execute(db)
  return rows.map((row) => ({ id: row.id, keyId: row.key_id, accountId, facts: row.facts }))
}

export async function countOwners(db: Db, now: number): Promise<number> {
  const { rows } = await sql<{ owners: bigint }>`select count(distinct account_id) as owners
    from open_socket join socket_book on socket_book.id = book_id
    where seen_at > ${new Date(now - bookLifeMs)}`.execute(db)
  return Number(rows[0]?.owners ?? 0)
}
