import { sql } from 'kysely'
import { minuteMs } from '#src/contract/time.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Address20 } from '../chains/address.ts'
import type { NetworkCode } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'

/** The watcher's verdict on one transfer of a transaction. `waiting`: its block is not final yet. */
export type TransferVerdict = 'confirmed' | 'waiting' | 'unclear' | 'held' | 'orphaned' | 'rejected'

export type DepositAnswer =
  | { found: 'transfers'; transfers: { orderNo: string; micro: string; verdict: TransferVerdict }[] }
  | { found: 'no_transaction' | 'no_deposit' }
export type RefundAnswer = { found: 'paid' | 'no_transaction' | 'failed' | 'not_final' | 'other_transfer' }
export type ChainAnswer = DepositAnswer | RefundAnswer | { found: 'no_answer'; message: string }

export type ChainQuestion = { id: bigint; hash: Hash; refundId: string | null }
export type AwaitedRefund = { address: Address20; micro: bigint }

export const questionMs = 10 * minuteMs

export async function insertQuestion(
  tx: Tx,
  question: { network: NetworkCode; hash: Hash; refundId: string | null; at: number },
): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`insert into chain_question (network, tx_hash, refund_id, asked_at)
    values (${question.network}, ${question.hash}, ${question.refundId}, ${new Date(question.at)})
    returning id`.execute(tx)
  const row = rows.rows[0]
  if (!row) throw new Error('a question was not written')
  return row.id
}

export async function openQuestions(
  db: Db,
  network: NetworkCode,
  now: number,
  limit: number,
): Promise<ChainQuestion[]> {
  const rows = await sql<{ id: bigint; tx_hash: Hash; refund_id: string | null }>`
    select id, tx_hash, refund_id from chain_question where network = ${network} and answered_at is null
      and asked_at > ${new Date(now - questionMs)} order by id limit ${limit}`.execute(db)
  return rows.rows.map((row) => ({ id: row.id, hash: row.tx_hash, refundId: row.refund_id }))
}

export async function saveAnswer(db: Db, id: bigint, answer: ChainAnswer, at: number): Promise<void> {
  await sql`update chain_question set answered_at = ${new Date(at)}, answer = ${JSON.stringify(answer)}::jsonb
    where id = ${id} and answered_at is null`.execute(db)
}

export async function answerOf(db: Db, id: bigint): Promise<ChainAnswer | null> {
  const rows = await sql<{ answer: ChainAnswer | null }>`
    select answer from chain_question where id = ${id}`.execute(db)
  return rows.rows[0]?.answer ?? null
}

/** Whether the chain showed a refund's transfer in this transaction. */
export async function isProven(db: Db, refundId: string, hash: Hash): Promise<boolean> {
  const rows = await sql`select 1 from chain_question where refund_id = ${refundId} and tx_hash = ${hash}
    and answer->>'found' = 'paid' limit 1`.execute(db)
  return rows.rows.length > 0
}

export async function awaitedRefund(db: Db, refundId: string): Promise<AwaitedRefund | null> {
  const rows = await sql<{ address: Address20; micro: string }>`
    select address, micro::text as micro from refund_request where id = ${refundId}`.execute(db)
  const row = rows.rows[0]
  return row ? { address: row.address, micro: BigInt(row.micro) } : null
}
