import { sql } from 'kysely'
import type { Db, Tx } from '#src/platform/platform.ts'

export type CustomerNote = { id: number; authorId: string | null; note: string; at: number }

export async function insertNote(
  tx: Tx,
  accountId: string,
  { authorId, note, at }: Omit<CustomerNote, 'id'>,
): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`insert into customer_note (account_id, author_id, note, created_at)
    values (${accountId}, ${authorId}, ${note}, ${new Date(at)}) returning id`.execute(tx)
  if (!rows[0]) throw new Error('a note was not kept')
  return Number(rows[0].id)
}

export async function notesOf(db: Db, accountId: string): Promise<CustomerNote[]> {
  const { rows } = await sql<{ id: bigint; author_id: string | null; note: string; created_at: Date }>`
    select id, author_id, note, created_at from customer_note where account_id = ${accountId}
    order by id desc limit 100`.execute(db)
  return rows.map(({ id, author_id, note, created_at }) => ({
    id: Number(id),
    authorId: author_id,
    note,
    at: created_at.getTime(),
  }))
}
