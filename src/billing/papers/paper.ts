import type { Party } from '#src/contract/account/papers.ts'
import type { Micro } from '#src/contract/money.ts'
import type { Tax } from './tax.ts'

/** A transfer that a paper names. */
export type PaperPayment = { network: string; hash: string; micro: Micro }

/** The subject of a paper: an order, a plan opened for money, or a refund. */
export type PaperSubject = { orderNo: string | null; dealId: string | null; refundId: string | null }

/**
 * A receipt or a credit note, as issued; it never changes. The amounts of a credit note are negative. `promotional`:
 * the part of the price that promotional credit paid. Times in ms.
 */
export type NewPaper = PaperSubject & {
  kind: 'receipt' | 'credit_note'
  accountId: string
  issuedAt: number
  /** The time when the order was completed, the plan opened or the refund sent. */
  soldAt: number
  seller: Party
  buyer: Party
  gross: Micro
  tax: Tax
  promotional: Micro
  service: { from: number; to: number } | null
  payments: readonly PaperPayment[]
  /** The receipt that a credit note cancels. */
  voids: PaperNumber | null
}

/** Numbers count from 1 in each year (UTC), over receipts and credit notes. */
export type PaperNumber = { year: number; number: number }

export type Paper = NewPaper & PaperNumber & { voidedBy: PaperNumber | null }

export function paperNumber({ year, number }: PaperNumber): string {
  return `${year}-${String(number).padStart(6, '0')}`
}

export function readPaperNumber(text: string): PaperNumber | null {
  const [, year, number] = /^(\d{4})-(\d{6,9})$/.exec(text) ?? []
  return year && number ? { year: Number(year), number: Number(number) } : null
}
