import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { awaitAnswer } from '../networks/questions.ts'
import type { Refund } from './refund.ts'
import { checkPayment, recordPayment } from './refund-decisions.ts'

/**
 * Records the transaction that paid an approved refund, once the chain has shown it; `unchecked` skips that check.
 * Without proof throws `refund_unproven`, whose `found` is the watcher's result, or `silent` if the watcher did not
 * answer.
 */
export async function payRefund(
  ctx: Platform,
  actor: Actor,
  input: { id: string; txHash: string; unchecked: boolean },
  wait: { waitMs: number; signal: AbortSignal },
): Promise<Refund> {
  if (!input.unchecked) {
    const answer = await awaitAnswer(ctx, await checkPayment(ctx, actor, input), wait)
    const found = answer?.found ?? 'silent'
    if (found !== 'paid') {
      const message = answer?.found === 'no_answer' ? answer.message : undefined
      throw refuse('refund_unproven', { param: 'txHash', values: { found }, extra: { found, message } })
    }
  }
  return recordPayment(ctx, actor, input)
}
