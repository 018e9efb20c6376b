import { sql } from 'kysely'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { type About, decide, readWords } from './decide.ts'

/** What one of the staff wrote about a customer; `authorId` is null for the command line. Time in ms. */
export type CustomerNote = { id: number; authorId: string | null; note: string; at: number }

/** Keeps a note for others of the staff; at most 2,000 characters. */
export async function addNote(ctx: Platform, actor: Actor, input: About & { note: string }): Promise<void> {
  const note = readWords('note', input.note)
  const authorId = 'accountId' in actor ? actor.accountId : null
  await decide(ctx, actor, 'customer.note', input, async (tx, account) => {
    await sql`insert into customer_note (account_id, author_id, note, created_at)
      values (${account.id}, ${authorId}, ${note}, ${new Date(ctx.clock.now())})`.execute(tx)
    return { result: undefined, detail: { note } }
  })
}

/** The notes about a customer, newest first. */
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
