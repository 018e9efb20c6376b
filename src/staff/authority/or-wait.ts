import type { Refusal } from '#src/contract/errors.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'

export type Waits = { waits: true; refusal: Refusal }

/** Runs a transaction. If the act must wait, the transaction commits its request, and the caller gets an error. */
export async function orWait<T>(ctx: Platform, work: (tx: Tx) => Promise<T | Waits>): Promise<T> {
  const result = await ctx.postgres.transaction(work)
  if (isWaiting(result)) throw result.refusal
  return result
}

function isWaiting(result: unknown): result is Waits {
  return typeof result === 'object' && result !== null && 'refusal' in result
}
