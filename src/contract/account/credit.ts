import { z } from 'zod'
import { locales } from '../locale.ts'
import { defineRoute } from '../route.ts'
import { ownerOnly, payers } from '../team/team-role.ts'
import { countryCodes } from '../values/countries.ts'
import { isVisible, readName } from '../values/human-name.ts'
import { networkCodeSchema } from './billing.ts'
import { factorErrors, factorFields } from './security.ts'
import { noBody } from './shapes.ts'

/**
 * The kinds of ledger entries, with the sign of the amount:
 * `deposit` +: arrived on chain. `order` −: consumed by an order at completion. `order_credit` −: credit used when an
 * order was created. `credit_return` +: returned when the order was cancelled or timed out. `adjustment` +: the
 * missing amount of an order that the operator settled. `correction` ±: by the operator, with a reason that the
 * customer reads. `goodwill` +: promotional credit that the operator gave. `received` +: paid outside the watched
 * networks. `deal` −: consumed by a plan that the operator opened. `refund_hold` −: reserved by a refund request.
 * `refund_release` +: the end of that reservation. `refund` −: sent back by the operator.
 */
export const ledgerKinds = [
  'deposit',
  'order',
  'order_credit',
  'credit_return',
  'refund',
  'adjustment',
  'correction',
  'goodwill',
  'received',
  'deal',
  'refund_hold',
  'refund_release',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** A decimal string in USDT; negative where money goes out. */
const amount = z.string()
const time = z.number()

const transactionSchema = z.object({ hash: z.string(), url: z.string().nullable() })

/** One entry of the credit history. `balance`: the credit after this entry. `note`: a text by customer service. */
const creditEntrySchema = z.object({
  at: time,
  kind: z.enum(ledgerKinds),
  amount,
  balance: amount,
  orderNo: z.string().nullable(),
  note: z.string().nullable(),
  transaction: transactionSchema.nullable(),
})

/** A request to send credit back. `reason`: why it was refused; null otherwise. */
export const refundSchema = z.object({
  id: z.string(),
  status: z.enum(['requested', 'approved', 'paid', 'refused', 'withdrawn']),
  network: networkCodeSchema,
  chainName: z.string(),
  address: z.string(),
  amount,
  requestedAt: time,
  closedAt: time.nullable(),
  reason: z.string().nullable(),
  transaction: transactionSchema.nullable(),
})
export type WireRefund = z.infer<typeof refundSchema>

/** The customer's details on receipts. A field without a value is empty. `country`: ISO 3166 code. */
const detailsSchema = z.object({ name: z.string(), address: z.string(), country: z.string(), taxId: z.string() })
export type BillingDetails = z.infer<typeof detailsSchema>

export const billingSchema = z.object({
  credit: amount,
  /** The two parts of `credit`: only the paid part can be refunded. */
  paidCredit: amount,
  promotionalCredit: amount,
  currency: z.literal('USDT'),
  refundMin: amount,
  networks: z.array(z.object({ code: networkCodeSchema, chainName: z.string() })),
  /** Entries, newest first, 20 per page. `next`: the cursor of the next page, null at the end. */
  entries: z.object({ content: z.array(creditEntrySchema), next: z.string().nullable() }),
  /** Refund requests, newest first; at most one is open. */
  refunds: z.array(refundSchema),
  details: detailsSchema,
})
export type Billing = z.infer<typeof billingSchema>

export const billingRoute = defineRoute({
  method: 'GET',
  path: '/api/billing',
  summary: 'Credit with a page of its history, refunds and receipt details',
  auth: 'session',
  team: payers,
  query: z.object({ after: z.string().max(40).optional().describe('`next` of the previous page') }),
  data: billingSchema,
  errors: ['invalid_cursor'],
})

export const creditExportRoute = defineRoute({
  method: 'GET',
  path: '/api/billing/export',
  summary: 'The whole credit history as CSV, newest first',
  auth: 'session',
  team: payers,
  query: z.object({
    locale: z.enum(locales).optional().describe('the language of the texts; default: the language of the call'),
  }),
  data: z.string(),
  errors: [],
  streamed: true,
})

export const detailsInput = z.strictObject({
  name: line(200),
  address: line(300),
  country: z.union([z.literal(''), z.enum(countryCodes)]).default(''),
  taxId: line(60),
})

/** Requests a refund. The amount is reserved at once. Only one request may be open. */
export const requestRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/billing/refunds',
  summary: 'Requests that credit is sent back to an address',
  auth: 'session',
  team: ownerOnly,
  body: z.strictObject({
    network: networkCodeSchema,
    address: z.string().max(100),
    amount: z.string().max(40),
    ...factorFields,
  }),
  data: refundSchema,
  errors: [
    'invalid_parameter',
    'network_unavailable',
    'refund_address_invalid',
    'refund_address_refused',
    'refund_amount_invalid',
    'refund_open',
    'own_factor_required',
    ...factorErrors,
  ],
})

export const withdrawRefundRoute = defineRoute({
  method: 'POST',
  path: '/api/billing/refunds/{id}/withdraw',
  summary: 'Withdraws a refund request that is not decided',
  auth: 'session',
  team: ownerOnly,
  params: z.object({ id: z.string().max(20) }),
  body: noBody,
  data: refundSchema,
  errors: ['not_found', 'refund_decided'],
})

export const readDetailsRoute = defineRoute({
  method: 'GET',
  path: '/api/billing/details',
  summary: 'The details of the customer on receipts',
  auth: 'session',
  team: payers,
  data: detailsSchema,
  errors: [],
})

export const billingDetailsRoute = defineRoute({
  method: 'PUT',
  path: '/api/billing/details',
  summary: 'Changes the details of the customer on receipts',
  auth: 'session',
  team: payers,
  body: detailsInput,
  data: detailsSchema,
  errors: ['invalid_parameter'],
})

/** A text of one line, which may be empty. */
function line(max: number) {
  return z.string().transform((text, context) => {
    if (!isVisible(text)) return ''
    const read = readName(text, max)
    if (read.kind === 'ok') return read.name
    context.addIssue({ code: 'custom', message: 'invalid_parameter', input: text })
    return z.NEVER
  })
}
