import type { BillingDetails } from '#src/contract/account/credit.ts'
import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { lockBalance } from '../order/ledger-store.ts'
import { writeBillingDetails } from './details-store.ts'
import { type Paper, type PaperNumber, paperNumber, readPaperNumber } from './paper.ts'
import { insertPaper, markVoided, ownPaper } from './paper-store.ts'
import { partiesAndTax } from './papers.ts'

export const reissueDays = 60

const reissuesPerDay = { limit: 10, windowMs: dayMs }

/** The time in ms until which a receipt may be issued again; null for a credit note and a receipt that was replaced. */
export function reissueEnd({ kind, voidedBy, soldAt }: Paper): number | null {
  return kind === 'receipt' && voidedBy === null ? soldAt + reissueDays * dayMs : null
}

/**
 * Issues a receipt again with other details of the buyer: a credit note cancels the old receipt, and the tax follows
 * the new details, which are remembered. With the same details nothing changes. Returns the receipt that is valid.
 */
export async function reissueReceipt(
  ctx: Platform,
  actor: AccountActor,
  { number, details }: { number: string; details: BillingDetails },
): Promise<Paper> {
  const asked = readPaperNumber(number)
  if (!asked) throw refuse('not_found')
  return ctx.postgres.transaction(async (tx) => {
    await lockBalance(tx, actor.accountId)
    const old = await ownPaper(tx, actor.accountId, asked)
    if (!old) throw refuse('not_found')
    const end = reissueEnd(old)
    if (end === null) throw refuse('receipt_replaced')
    const now = ctx.clock.now()
    if (now >= end) throw refuse('receipt_final', { values: { days: reissueDays } })
    if (sameBuyer(old, details)) return old
    const allowance = await ctx.limiter.take(`reissue:${actor.accountId}`, reissuesPerDay)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
    await writeBillingDetails(tx, actor.accountId, details, now)
    await ctx.postgres.audit(tx, actor, 'receipt.reissue', actor.accountId, { receipt: paperNumber(old) })
    const next = await replace(ctx, tx, old, details, now)
    const issued = await ownPaper(tx, actor.accountId, next)
    if (!issued) throw new Error(`receipt ${paperNumber(next)} was just issued`)
    return issued
  })
}

async function replace(ctx: Platform, tx: Tx, old: Paper, details: BillingDetails, now: number): Promise<PaperNumber> {
  const { year, number, voidedBy: _, ...paper } = old
  await markVoided(tx, old, now)
  await insertPaper(tx, {
    ...paper,
    kind: 'credit_note',
    issuedAt: now,
    gross: -old.gross,
    tax: { ...old.tax, tax: -old.tax.tax },
    promotional: -old.promotional,
    voids: { year, number },
  })
  return insertPaper(tx, { ...paper, ...partiesAndTax(ctx, old.gross, details), issuedAt: now })
}

function sameBuyer({ buyer }: Paper, details: BillingDetails): boolean {
  return (['name', 'address', 'country', 'taxId'] as const).every((field) => (buyer[field] ?? '') === details[field])
}
