import { contactByEmail } from '#src/accounts/sessions/profile.ts'
import { lockForDecision } from '#src/accounts/sessions/staff-decision.ts'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, type Micro } from '#src/contract/money.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { secondPerson } from '#src/staff/approvals.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { lockBalance, post } from '../order/ledger-store.ts'
import { mailAboutCredit } from './credit-mail.ts'

/** `version`: the version of the customer's page that the person read (`lockForDecision`); null skips the check. */
export type Correction = { email: string; version: number | null; micro: Micro; reason: string }

const reasonMax = 500

export function readReason(text: string): string {
  const reason = text.trim()
  if (reason === '') throw refuse('missing_parameter', { param: 'reason' })
  if (reason.length > reasonMax) throw refuse('invalid_parameter', { param: 'reason' })
  return reason
}

/**
 * Adds or removes credit by hand, never below zero. The customer gets the amount and the reason. Above the two-person
 * limit the first call makes a request (`second_person_needed`), and a call by another owner makes the change.
 */
export async function adjustCredit(ctx: Platform, actor: Actor, input: Correction): Promise<{ left: Micro }> {
  const by = await requireStaff(ctx, actor, 'credit.adjust')
  const reason = readReason(input.reason)
  if (input.micro === 0n) throw refuse('invalid_parameter', { param: 'amount' })
  const done = await ctx.postgres.transaction(async (tx) => {
    const contact = await contactByEmail(tx, input.email)
    if (!contact) throw refuse('email_unknown')
    await lockForDecision(tx, contact.id, input.version)
    const balance = await lockBalance(tx, contact.id)
    const left = balance + input.micro
    if (left < 0n) throw refuse('credit_exceeded', { param: 'amount', values: { max: formatMicro(balance) } })
    const micro = input.micro < 0n ? -input.micro : input.micro
    const change = { micro: `${input.micro}`, reason }
    const request = { verb: 'credit.adjust', subject: contact.id, input: change, micro } as const
    const second = await secondPerson(ctx, tx, by, request)
    if (second.waits) return null
    const { approval } = second
    const idem = `correction:${ctx.random.uuid()}`
    await post(ctx, tx, { accountId: contact.id, kind: 'correction', micro: input.micro, note: reason, idem })
    await ctx.postgres.audit(tx, by, 'credit.adjust', contact.id, { ...change, approval })
    const kind = input.micro > 0n ? 'added' : 'taken'
    await mailAboutCredit(ctx, tx, contact, { kind, micro: input.micro, reason, left })
    return { left }
  })
  if (!done) throw refuse('second_person_needed')
  return done
}
