import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** `sealed`: data that only the hash of the flow's token can open. */
export type FlowRow = { sealed: string; accountId: string | null }

type Named = { hash: string; kind: string; now: number }

export async function insertFlow(
  db: Db,
  flow: FlowRow & { hash: string; kind: string; expiresAt: number },
): Promise<void> {
  await sql`
    insert into account_flow (token_hash, kind, account_id, sealed, expires_at)
    values (${flow.hash}, ${flow.kind}, ${flow.accountId}, ${flow.sealed}, ${new Date(flow.expiresAt)})
  `.execute(db)
}

/** Deletes a live flow and returns it, to only one of several concurrent callers. */
export async function deleteFlow(db: Db, { hash, kind, now }: Named): Promise<FlowRow | undefined> {
  const { rows } = await sql<FlowRow>`
    delete from account_flow where token_hash = ${hash} and kind = ${kind} and expires_at > ${new Date(now)}
    returning sealed, account_id as "accountId"
  `.execute(db)
  return rows[0]
}

export async function countTry(db: Db, { hash, kind, now }: Named, triesMax: number): Promise<FlowRow | undefined> {
  const { rows } = await sql<FlowRow>`
    update account_flow set tries = tries + 1
    where token_hash = ${hash} and kind = ${kind} and tries < ${triesMax} and expires_at > ${new Date(now)}
    returning sealed, account_id as "accountId"
  `.execute(db)
  return rows[0]
}
