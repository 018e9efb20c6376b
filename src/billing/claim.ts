import type { WireOrder } from '#src/contract/account/billing.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { hourMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Network, networksOf } from './chains/network.ts'
import type { Hash } from './chains/transfer.ts'
import { insertClaim } from './deposits/claim-store.ts'
import { addressOfOrder, observationsAt } from './deposits/deposit-store.ts'
import { notifyOrderChange } from './order/order-changes.ts'
import { ownOrder } from './orders.ts'
import { presentOrder } from './present/present-order.ts'

export type ClaimResult = 'known' | 'looking'

const claimsPerHour = { limit: 10, windowMs: hourMs }

/**
 * Records the transaction that a customer names as a payment. The hash proves nothing, since anybody can read it on the
 * chain: the watcher reads the whole block of the transaction, and the recipient address decides whose money it is.
 */
export async function claimPayment(
  ctx: Platform,
  actor: AccountActor,
  input: { orderNo: string; txHash: string; locale: Locale },
): Promise<{ result: ClaimResult; order: WireOrder }> {
  const order = await ownOrder(ctx, actor, input.orderNo)
  const network = networksOf(ctx.settings).find((candidate) => candidate.code === order.network)
  const allowance = await ctx.limiter.take(`claim:${actor.accountId}`, claimsPerHour)
  if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
  if (!network) throw refuse('network_unavailable', { values: { network: order.network } })
  const hash: Hash = `0x${input.txHash.replace(/^0x/, '').toLowerCase()}`
  const result = await recordClaim(ctx, network, order.no, hash, actor)
  return { result, order: await presentOrder(ctx, order, input.locale) }
}

async function recordClaim(
  ctx: Platform,
  network: Network,
  orderNo: string,
  hash: Hash,
  actor: AccountActor,
): Promise<ClaimResult> {
  return ctx.postgres.transaction(async (tx) => {
    const address = await addressOfOrder(tx, orderNo)
    if (!address) return 'known'
    await ctx.postgres.audit(tx, actor, 'order.claim', orderNo, { hash })
    const known = await observationsAt(tx, network.code, address.address)
    if (known.some((seen) => seen.transactionHash === hash && seen.state !== 'orphaned')) return 'known'
    await insertClaim(tx, { network: network.code, orderNo, hash, at: ctx.clock.now() })
    await notifyOrderChange(ctx, tx, address)
    return 'looking'
  })
}
