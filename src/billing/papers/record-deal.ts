import { refuse } from '#src/contract/errors.ts'
import type { Micro } from '#src/contract/money.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { post } from '../order/ledger-store.ts'
import { insertDeal, type PlanDeal } from './deal-store.ts'
import { issueDealReceipt } from './papers.ts'

const referenceMax = 200
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/**
 * The price that a customer paid for a plan outside the watched networks, and its reference, such as the number of an
 * invoice.
 */
export type DealPrice = { micro: Micro; reference: string }

export function readDealPrice({ micro, reference }: DealPrice): DealPrice {
  if (micro <= 0n) throw refuse('invalid_parameter', { param: 'price' })
  const text = reference.trim()
  if (text === '') throw refuse('missing_parameter', { param: 'reference' })
  if (text.length > referenceMax) throw refuse('invalid_parameter', { param: 'reference' })
  return { micro, reference: text }
}

/** Books the price of a plan that staff opened, and issues its receipt. Call it last. */
export async function recordDeal(ctx: Platform, tx: Tx, sold: Omit<PlanDeal, 'id' | 'createdAt'>): Promise<void> {
  const letters = Array.from({ length: 8 }, () => alphabet[ctx.random.int(alphabet.length)]).join('')
  const deal: PlanDeal = { ...sold, id: `D-${letters}`, createdAt: ctx.clock.now() }
  const entry = { accountId: deal.accountId, note: deal.reference }
  await post(ctx, tx, { ...entry, kind: 'received', micro: deal.micro, idem: `received:${deal.id}` })
  await post(ctx, tx, { ...entry, kind: 'deal', micro: -deal.micro, idem: `deal:${deal.id}` })
  await insertDeal(tx, deal)
  await issueDealReceipt(ctx, tx, deal)
}
