import { contactOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Approval, listApprovals } from '#src/staff/approvals.ts'
import { noteRefund } from '../refunds/note-refund.ts'
import { approveRefund } from '../refunds/refund-decisions.ts'
import { adjustCredit } from '../settlement/credit.ts'
import { settleByHand, unsettled } from './held-payments.ts'

/**
 * Confirms a request as a second owner: calls the requested function with the stored input. That function refuses the
 * person who made the request (`second_person_needed`), and changes that are no longer possible.
 */
export async function confirmRequest(ctx: Platform, actor: Actor, id: number): Promise<void> {
  const request = (await listApprovals(ctx, actor)).find((one) => one.id === id)
  if (!request) throw refuse('not_found')
  await callAgain(ctx, actor, request)
}

async function callAgain(ctx: Platform, actor: Actor, { verb, subject, input }: Approval): Promise<unknown> {
  const text = (name: string) => String(input[name] ?? '')
  switch (verb) {
    case 'credit.adjust': {
      const email = await emailOf(ctx, subject)
      return adjustCredit(ctx, actor, { email, version: null, micro: BigInt(text('micro')), reason: text('reason') })
    }
    case 'ledger.refund': {
      const email = await emailOf(ctx, subject)
      const [to, txHash, note] = [text('to'), text('txHash'), text('note')]
      return noteRefund(ctx, actor, { email, version: null, micro: BigInt(text('micro')), to, txHash, note })
    }
    case 'refund.approve':
      return approveRefund(ctx, actor, subject)
    case 'order.settle_by_hand': {
      const settled = await settleByHand(ctx, actor, subject, text('reason'))
      if ('problem' in settled) throw unsettled(settled)
      return settled
    }
    default:
      throw new Error(`no verb of a second owner is named ${verb}`)
  }
}

async function emailOf(ctx: Platform, accountId: string): Promise<string> {
  const contact = await contactOf(ctx.postgres.db, accountId)
  if (!contact) throw refuse('not_found')
  return contact.email
}
