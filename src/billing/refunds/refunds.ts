import { demand } from '#src/accounts/step-up/step-up.ts'
import type { FactorProof } from '#src/contract/account/security.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro, parseMicro } from '#src/contract/money.ts'
import { dayMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { type NetworkCode, networkNamed } from '../chains/network.ts'
import { creditOf, lockBalance, lockPaidCredit, paidCredit, post } from '../order/ledger-store.ts'
import { type Refund, refundMin, refundNumber } from './refund.ts'
import { readDestination } from './refund-destination.ts'
import { mailAboutRefund } from './refund-mail.ts'
import { insertRefund, lockRefund, saveRefund } from './refund-store.ts'

export type RefundInput = FactorProof & { network: NetworkCode; address: string; amount: string }

const requestsPerDay = { limit: 10, windowMs: dayMs }

/**
 * Requests a refund, which a person decides. Reserves the amount at once, so that it cannot be spent. Refuses a second
 * open request and promotional credit.
 */
export async function requestRefund(ctx: Platform, actor: AccountActor, input: RefundInput): Promise<Refund> {
  const network = networkNamed(ctx.settings, input.network)
  const address = await readDestination(ctx, network, input.address)
  const micro = readAmount(input.amount, paidCredit(await creditOf(ctx.postgres.db, actor.accountId)))
  await demand(ctx, actor, 'refund.request', { proof: input })
  const allowance = await ctx.limiter.take(`refund:${actor.accountId}`, requestsPerDay)
  if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
  const refund: Refund = {
    id: refundNumber(ctx.random.int),
    accountId: actor.accountId,
    network: network.code,
    address,
    micro,
    status: 'requested',
    requestedAt: ctx.clock.now(),
    approvedAt: null,
    closedAt: null,
    reason: null,
    txHash: null,
    proven: null,
  }
  return ctx.postgres.transaction(async (tx) => {
    readAmount(input.amount, await lockPaidCredit(tx, actor.accountId))
    if (!(await insertRefund(tx, refund))) throw refuse('refund_open')
    await post(ctx, tx, {
      accountId: actor.accountId,
      kind: 'refund_hold',
      micro: -micro,
      refundId: refund.id,
      network: network.code,
      idem: `refund-hold:${refund.id}`,
    })
    await ctx.postgres.audit(tx, actor, 'refund.request', refund.id, { micro: `${micro}`, network: network.code })
    await mailAboutRefund(ctx, tx, refund, { kind: 'requested' })
    return refund
  })
}

/** Withdraws a request. Refuses once a person has approved the refund. */
export async function withdrawRefund(ctx: Platform, actor: AccountActor, id: string): Promise<Refund> {
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const refund = await lockRefund(tx, id)
    if (refund?.accountId !== actor.accountId) throw refuse('not_found')
    if (refund.status !== 'requested') throw refuse('refund_decided')
    const withdrawn: Refund = { ...refund, status: 'withdrawn', closedAt: ctx.clock.now() }
    await saveRefund(tx, withdrawn)
    await releaseHold(ctx, tx, refund)
    await ctx.postgres.audit(tx, actor, 'refund.withdraw', refund.id)
    return withdrawn
  })
}

export async function releaseHold(ctx: Platform, tx: Tx, refund: Refund): Promise<void> {
  await post(ctx, tx, {
    accountId: refund.accountId,
    kind: 'refund_release',
    micro: refund.micro,
    refundId: refund.id,
    network: refund.network,
    idem: `refund-release:${refund.id}`,
  })
}

function readAmount(text: string, credit: Micro): Micro {
  const micro = parseMicro(text.trim())
  if (micro !== null && micro >= refundMin && micro <= credit) return micro
  const values = { min: formatMicro(refundMin), max: formatMicro(credit) }
  throw refuse('refund_amount_invalid', { param: 'amount', values })
}
