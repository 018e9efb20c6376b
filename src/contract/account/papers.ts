import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { payers } from '../team/team-role.ts'
import { detailsInput } from './credit.ts'
import { periodSchema } from './plans.ts'

/** A decimal string in USDT; negative on a credit note. */
const amount = z.string()
const time = z.number()

const partySchema = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  /** ISO 3166 code. */
  country: z.string().nullable(),
  taxId: z.string().nullable(),
})
export type Party = z.infer<typeof partySchema>

/** The parts of a price that are not zero; deductions are negative. Their sum is `gross`. */
const lineKinds = ['list', 'discount', 'coupon', 'upgrade', 'deal', 'promotional', 'waived', 'refund'] as const

/**
 * A receipt or a credit note as issued; later changes of the seller's or buyer's details do not affect it. `net` and
 * `tax` add up to `gross`. On a receipt, `gross` is `payments` + `creditUsed` − `becameCredit`.
 */
export const paperSchema = z.object({
  number: z.string(),
  kind: z.enum(['receipt', 'credit_note']),
  issuedAt: time,
  /** The time at which the order was completed, the plan opened or the refund sent. */
  soldAt: time,
  seller: partySchema,
  buyer: partySchema,
  orderNo: z.string().nullable(),
  refundId: z.string().nullable(),
  /** How the customer paid for a plan that customer service opened. */
  reference: z.string().nullable(),
  planName: z.string().nullable(),
  /** The bought period; null for an upgrade or without an order. */
  period: periodSchema.nullable(),
  service: z.object({ from: time, to: time }).nullable(),
  lines: z.array(z.object({ kind: z.enum(lineKinds), amount, coupon: z.string().nullable() })),
  gross: amount,
  net: amount,
  /** `rate`: the country's rate in percent. Null: the receipt shows no tax. */
  tax: z.object({ country: z.string(), rate: z.string(), amount, reverseCharge: z.boolean() }).nullable(),
  payments: z.array(
    z.object({ network: z.string(), chainName: z.string(), hash: z.string(), url: z.string().nullable(), amount }),
  ),
  creditUsed: amount,
  becameCredit: amount,
  /** `voids`: the receipt that this credit note cancels. `voidedBy`: the credit note that cancels this receipt. */
  voids: z.string().nullable(),
  voidedBy: z.string().nullable(),
  /**
   * The last time at which the receipt can be issued with other details of the buyer, ms; null: the receipt cannot be
   * reissued.
   */
  reissueUntil: time.nullable(),
})
export type Paper = z.infer<typeof paperSchema>
export type PaperLine = Paper['lines'][number]

export const receiptRoute = defineRoute({
  method: 'GET',
  path: '/api/order/{no}/receipt',
  summary: 'The valid receipt of an order; null before the order is completed',
  auth: 'session',
  team: payers,
  params: z.object({ no: z.string().min(1).max(32) }),
  data: paperSchema.nullable(),
  errors: ['not_found'],
})

const number = z.object({ number: z.string().max(20) })

export const listPapersRoute = defineRoute({
  method: 'GET',
  path: '/api/billing/papers',
  summary: 'Receipts and credit notes of this account, newest first, 20 a page',
  auth: 'session',
  team: payers,
  query: z.object({ after: z.string().max(20).optional().describe('`next` of the previous page') }),
  data: z.object({ content: z.array(paperSchema), next: z.string().nullable() }),
  errors: ['invalid_cursor'],
})

export const paperRoute = defineRoute({
  method: 'GET',
  path: '/api/billing/papers/{number}',
  summary: 'One receipt or credit note',
  auth: 'session',
  team: payers,
  params: number,
  data: paperSchema,
  errors: ['not_found'],
})

/** Cancels the receipt with a credit note. The response is the new receipt. */
export const reissueRoute = defineRoute({
  method: 'POST',
  path: '/api/billing/papers/{number}/reissue',
  summary: 'Issues a receipt again with other details of the buyer, at most 60 days after the sale',
  auth: 'session',
  team: payers,
  params: number,
  body: detailsInput,
  data: paperSchema,
  errors: ['invalid_parameter', 'not_found', 'receipt_replaced', 'receipt_final', 'too_often'],
})
