import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { type NetworkCode, networksOf } from '../chains/network.ts'
import type { Hash } from '../chains/transfer.ts'
import { notifyOrderChange } from '../order/order-changes.ts'
import { answerOf, type ChainAnswer, insertQuestion } from './question-store.ts'

const pollMs = 250

/** Normalises a pasted hash to `0x` and 64 digits. TRON writes ids without the prefix. */
export function readHash(text: string): Hash {
  if (!/^(0x)?[0-9a-f]{64}$/i.test(text)) throw refuse('invalid_parameter', { param: 'txHash' })
  return `0x${text.replace(/^0x/i, '').toLowerCase()}`
}

/** Requests that the watcher's next scan judges a transaction's deposits again. Returns the id of this question. */
export async function rejudge(
  ctx: Platform,
  actor: Actor,
  input: { network: NetworkCode; txHash: string },
): Promise<bigint> {
  const by = await requireStaff(ctx, actor, 'payment.rejudge')
  const hash = readHash(input.txHash)
  if (!networksOf(ctx.settings).some(({ code }) => code === input.network)) {
    throw refuse('invalid_parameter', { param: 'network' })
  }
  return ctx.postgres.transaction(async (tx) => {
    await ctx.postgres.audit(tx, by, 'payment.rejudge', `${input.network}:${hash}`)
    return submitQuestion(ctx, tx, { network: input.network, hash, refundId: null })
  })
}

export async function submitQuestion(
  ctx: Platform,
  tx: Tx,
  question: { network: NetworkCode; hash: Hash; refundId: string | null },
): Promise<bigint> {
  const id = await insertQuestion(tx, { ...question, at: ctx.clock.now() })
  // A change without an order only wakes the watchers.
  await notifyOrderChange(ctx, tx, { orderNo: '', accountId: '' })
  return id
}

/** Returns null without an answer within `waitMs`: no watcher runs, or its nodes do not answer. */
export async function awaitAnswer(
  ctx: Platform,
  id: bigint,
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<ChainAnswer | null> {
  const until = ctx.clock.now() + waitMs
  for (;;) {
    const answer = await answerOf(ctx.postgres.db, id)
    if (answer !== null || ctx.clock.now() >= until) return answer
    await ctx.clock.sleep(pollMs, signal)
  }
}
