import { contactOf } from '#src/accounts/sessions/profile.ts'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import { isStaffRole } from '#src/contract/staff/role.ts'
import { addCoupon, couponFrom } from '#src/plans/coupons/coupons.ts'
import { publishPlans } from '#src/plans/editions/editions.ts'
import type { Actor } from '#src/platform/actor.ts'
import { each } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Approval, dueApprovals, listApprovals, noteFailed } from '#src/staff/authority/approvals.ts'
import { grantRole, revokeRole } from '#src/staff/authority/role-changes.ts'
import type { GuardedVerb } from '#src/staff/authority/verb-effects.ts'
import { installation, requireStaff } from '#src/staff/require-staff.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { approveRefund, recordPayment } from '../refunds/refund-decisions.ts'
import { adjustCredit } from '../settlement/credit.ts'
import { extendSubscription, grantSubscription } from './grant.ts'
import { settleByHand, unsettled } from './held-payments.ts'

/**
 * Confirms a request as a second owner: calls the requested verb with the stored input. That verb refuses the person
 * who made the request (`second_person_needed`) and a change that is no longer possible.
 */
export async function confirmRequest(ctx: Platform, actor: Actor, id: number): Promise<void> {
  await requireStaff(ctx, actor, 'approval.confirm')
  const request = (await listApprovals(ctx, actor)).find((one) => one.id === id)
  if (!request) throw refuse('not_found')
  await callAgain(ctx, actor, request)
}

/**
 * Runs the acts whose 24 hours are over. An act's verb closes the request in its transaction, so the act runs once. A
 * refused act is closed as failed. After any other fault the next round tries the act again.
 */
export async function carryOutDue(ctx: Platform): Promise<void> {
  const failed = 'an act that waited 24 hours could not be done; tried again later'
  await each(
    ctx,
    await dueApprovals(ctx),
    { failed, fieldsOf: ({ id, verb }) => ({ approval: id, verb }) },
    async (due) => {
      try {
        await callAgain(ctx, installation, due)
        return true
      } catch (error) {
        if (!isRefusal(error)) throw error
        await noteFailed(ctx, due, error.error)
        return false
      }
    },
  )
}

type Call = (ctx: Platform, actor: Actor, approval: Approval & { email: string }) => Promise<unknown>

const calls: Record<GuardedVerb, Call> = {
  'staff.grant': (ctx, actor, { email, input }) => grantRole(ctx, actor, { email, role: roleIn(input) }),
  'staff.revoke': (ctx, actor, { email, input }) => revokeRole(ctx, actor, { email, role: roleIn(input) }),
  'credit.adjust': (ctx, actor, approval) => {
    const paid = approval.input.paid === true
    return adjustCredit(ctx, actor, { ...about(approval), micro: microIn(approval), paid })
  },
  'ledger.refund': (ctx, actor, approval) => {
    const { input } = approval
    const transfer = { to: text(input, 'to'), txHash: text(input, 'txHash') }
    return noteRefund(ctx, actor, { ...about(approval), micro: microIn(approval), ...transfer })
  },
  'refund.approve': (ctx, actor, { subject }) => approveRefund(ctx, actor, subject),
  'refund.pay': (ctx, actor, { subject, input }) =>
    recordPayment(ctx, actor, { id: subject, txHash: text(input, 'txHash'), unchecked: input.unchecked === true }),
  'order.settle_by_hand': async (ctx, actor, approval) => {
    const settled = await settleByHand(ctx, actor, { orderNo: approval.subject, ...wordsOf(approval) })
    if ('problem' in settled) throw unsettled(settled)
  },
  'subscription.grant': (ctx, actor, approval) => {
    const { input } = approval
    return grantSubscription(ctx, actor, {
      ...about(approval),
      planId: text(input, 'planId'),
      months: Number(input.months),
      paid: 'price' in input ? { micro: BigInt(text(input, 'price')), reference: text(input, 'reference') } : null,
    })
  },
  'subscription.extend': (ctx, actor, approval) => {
    const planId = text(approval.input, 'planId') || null
    return extendSubscription(ctx, actor, { ...about(approval), planId, days: Number(approval.input.days) })
  },
  'coupon.add': (ctx, actor, { subject, input }) => addCoupon(ctx, actor, couponFrom(subject, input)),
  'plans.publish': (ctx, actor, { input }) =>
    publishPlans(ctx, actor, { version: null, at: typeof input.at === 'number' ? input.at : null }),
}

async function callAgain(ctx: Platform, actor: Actor, approval: Approval): Promise<void> {
  const email = (await contactOf(ctx.postgres.db, approval.subject))?.email ?? ''
  await calls[approval.verb as GuardedVerb](ctx, actor, { ...approval, email })
}

function text(input: Record<string, unknown>, name: string): string {
  return String(input[name] ?? '')
}

function microIn({ input }: Approval): bigint {
  return BigInt(text(input, 'micro'))
}

function wordsOf({ input }: Approval) {
  return { reason: text(input, 'reason'), note: text(input, 'note') }
}

function about(approval: Approval & { email: string }) {
  return { email: approval.email, version: null, ...wordsOf(approval) }
}

function roleIn({ role }: Record<string, unknown>) {
  const name = String(role)
  if (!isStaffRole(name)) throw refuse('invalid_parameter', { param: 'role' })
  return name
}
