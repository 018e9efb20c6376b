import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait, type Waits } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { isProven } from '../networks/question-store.ts'
import { readHash, submitQuestion } from '../networks/questions.ts'
import { lockBalance, post } from '../order/ledger-store.ts'
import { issueRefundNote } from '../papers/papers.ts'
import { readReason } from '../settlement/credit.ts'
import type { Refund, RefundStatus } from './refund.ts'
import { mailAboutRefund } from './refund-mail.ts'
import {
  decidedRefunds,
  isNotedRefund,
  lockRefund,
  openRefunds,
  paysRequest,
  refundById,
  saveRefund,
} from './refund-store.ts'
import { releaseHold } from './refunds.ts'

const decidedMax = 50

export async function listRefunds(ctx: Platform, actor: Actor): Promise<Refund[]> {
  await requireStaff(ctx, actor, 'refund.list')
  return openRefunds(ctx.postgres.db)
}

export async function listDecidedRefunds(ctx: Platform, actor: Actor): Promise<Refund[]> {
  await requireStaff(ctx, actor, 'refund.list')
  return decidedRefunds(ctx.postgres.db, decidedMax)
}

/**
 * Approves a refund: the operator will send it, and the customer can no longer withdraw it. The amount counts for the
 * limit of the day.
 */
export async function approveRefund(ctx: Platform, actor: Actor, id: string): Promise<Refund> {
  const by = await requireStaff(ctx, actor, 'refund.approve')
  return decide(ctx, id, ['requested'], async (tx, refund) => {
    const { micro: value, accountId: receiver } = refund
    const authority = await authorize(ctx, tx, by, { verb: 'refund.approve', subject: id, input: {}, value, receiver })
    if (authority.waits) return authority
    const approved: Refund = { ...refund, status: 'approved', approvedAt: ctx.clock.now() }
    await saveRefund(tx, approved)
    await ctx.postgres.audit(tx, by, 'refund.approve', id, { approval: authority.approval })
    await mailAboutRefund(ctx, tx, approved, { kind: 'approved' })
    return approved
  })
}

/** Returns the amount to the credit, with a reason for the customer. */
export async function refuseRefund(
  ctx: Platform,
  actor: Actor,
  input: { id: string; reason: string },
): Promise<Refund> {
  const by = await requireStaff(ctx, actor, 'refund.refuse')
  const reason = readReason(input.reason)
  return decide(ctx, input.id, ['requested', 'approved'], async (tx, refund) => {
    const refused: Refund = { ...refund, status: 'refused', reason, closedAt: ctx.clock.now() }
    await saveRefund(tx, refused)
    await releaseHold(ctx, tx, refund)
    await ctx.postgres.audit(tx, by, 'refund.refuse', refund.id, { reason })
    await mailAboutRefund(ctx, tx, refused, { kind: 'refused', reason })
    return refused
  })
}

/** Requests that the watcher checks whether a transaction pays an approved refund. Returns the id of this question. */
export async function checkPayment(
  ctx: Platform,
  actor: Actor,
  input: { id: string; txHash: string },
): Promise<bigint> {
  const by = await requireStaff(ctx, actor, 'refund.check')
  const hash = readHash(input.txHash)
  const refund = await refundById(ctx.postgres.db, input.id)
  if (!refund) throw refuse('not_found')
  return ctx.postgres.transaction(async (tx) => {
    await ctx.postgres.audit(tx, by, 'refund.check', refund.id, { txHash: hash })
    return submitQuestion(ctx, tx, { network: refund.network, hash, refundId: refund.id })
  })
}

/**
 * Records the transaction that paid an approved refund. The chain must have shown it (`checkPayment`), unless
 * `unchecked`: then the operator's statement counts, the record says so, and two people must agree whatever the amount.
 * The amount already counted for the limit of a day at the approval.
 */
export async function recordPayment(
  ctx: Platform,
  actor: Actor,
  input: { id: string; txHash: string; unchecked: boolean },
): Promise<Refund> {
  const by = await requireStaff(ctx, actor, 'refund.pay')
  const hash = readHash(input.txHash)
  return decide(ctx, input.id, ['approved'], async (tx, refund) => {
    const proven = await isProven(tx, refund.id, hash)
    const transfer = { ...refund, hash }
    if (!proven && !input.unchecked) throw refuse('conflict')
    if ((await paysRequest(tx, transfer, refund.id)) || (await isNotedRefund(tx, transfer))) throw refuse('conflict')
    const act = { verb: 'refund.pay', subject: refund.id, input: { txHash: hash, unchecked: !proven } } as const
    const authority = await authorize(ctx, tx, by, { ...act, value: 0n, receiver: refund.accountId, always: !proven })
    if (authority.waits) return authority
    const paid: Refund = { ...refund, status: 'paid', txHash: hash, proven, closedAt: ctx.clock.now() }
    await saveRefund(tx, paid)
    await releaseHold(ctx, tx, refund)
    await post(ctx, tx, {
      accountId: refund.accountId,
      kind: 'refund',
      micro: -refund.micro,
      refundId: refund.id,
      network: refund.network,
      txHash: hash,
      idem: `refund:${refund.id}`,
    })
    await ctx.postgres.audit(tx, by, 'refund.pay', refund.id, { txHash: hash, proven, approval: authority.approval })
    await mailAboutRefund(ctx, tx, paid, { kind: 'paid', txHash: refund.network === 'TRC20' ? hash.slice(2) : hash })
    const { accountId, micro } = refund
    const payment = { network: refund.network, hash, micro }
    await issueRefundNote(ctx, tx, { accountId, refundId: refund.id, micro, payment })
    return paid
  })
}

/**
 * Makes one decision about a refund in a required status. Locks the customer's balance first, as other transactions
 * about money do.
 */
async function decide(
  ctx: Platform,
  id: string,
  from: readonly RefundStatus[],
  change: (tx: Tx, refund: Refund) => Promise<Refund | Waits>,
): Promise<Refund> {
  const known = await refundById(ctx.postgres.db, id)
  if (!known) throw refuse('not_found')
  return orWait(ctx, async (tx) => {
    await lockBalance(tx, known.accountId)
    const refund = await lockRefund(tx, id)
    if (!refund || !from.includes(refund.status)) throw refuse('conflict')
    return change(tx, refund)
  })
}
