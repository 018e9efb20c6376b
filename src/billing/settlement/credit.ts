import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { authorize } from '#src/staff/authority/authority.ts'
import { orWait } from '#src/staff/authority/or-wait.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { lockBalance, post } from '../order/ledger-store.ts'
import { mailAboutCredit } from './credit-mail.ts'

/** `reason`: the customer reads it. `note`: only the staff read it. */
export type Words = { reason: string; note: string }

/**
 * `version`: the version of the customer's page that the person read (`lockForDecision`); null skips the check. `paid`:
 * the customer paid the added amount, so that it can be refunded; otherwise it is promotional.
 */
export type Correction = Words & { email: string; version: number | null; micro: Micro; paid?: boolean }

const wordsMax = 500

/** Reads a text that may be empty. */
export function readWords(param: 'reason' | 'note', text: string): string {
  const words = text.trim()
  if (words.length > wordsMax) throw refuse('invalid_parameter', { param })
  return words
}

export function readReason(text: string): string {
  const reason = readWords('reason', text)
  if (reason === '') throw refuse('missing_parameter', { param: 'reason' })
  return reason
}

/**
 * Adds or removes credit by hand, never below zero. The customer gets a mail with the amount and the reason. The amount
 * counts for the limit of the day in either direction.
 */
export async function adjustCredit(ctx: Platform, actor: Actor, input: Correction): Promise<{ left: Micro }> {
  const by = await requireStaff(ctx, actor, 'credit.adjust')
  const reason = readReason(input.reason)
  const note = readWords('note', input.note)
  if (input.micro === 0n) throw refuse('invalid_parameter', { param: 'amount' })
  return orWait(ctx, async (tx) => {
    const contact = await contactByEmail(tx, input.email)
    if (!contact) throw refuse('email_unknown')
    await lockForDecision(tx, contact.id, input.version)
    const balance = await lockBalance(tx, contact.id)
    const left = balance + input.micro
    if (left < 0n) throw refuse('credit_exceeded', { param: 'amount', values: { max: formatMicro(balance) } })
    const value = input.micro < 0n ? -input.micro : input.micro
    const { paid = false } = input
    const change = { micro: `${input.micro}`, paid, reason, note }
    const act = { verb: 'credit.adjust', subject: contact.id, input: change, value, receiver: contact.id } as const
    const authority = await authorize(ctx, tx, by, act)
    if (authority.waits) return authority
    const { approval } = authority
    const idem = `correction:${ctx.random.uuid()}`
    const kind = input.micro > 0n && !paid ? 'goodwill' : 'correction'
    await post(ctx, tx, { accountId: contact.id, kind, micro: input.micro, note: reason, idem })
    await ctx.postgres.audit(tx, by, 'credit.adjust', contact.id, { ...change, approval })
    const notice = input.micro > 0n ? 'added' : 'taken'
    await mailAboutCredit(ctx, tx, contact, { kind: notice, micro: input.micro, reason, left })
    return { left }
  })
}
