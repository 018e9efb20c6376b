import { z } from 'zod'
import { networkCodeSchema, orderSchema } from '../../account/billing.ts'
import { nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { authorityErrors, staffErrors } from '../console.ts'

/** An amount of money: a decimal string in USDT. */
const amount = z.string()
const day = z.iso.date().refine((text) => text >= '1970-01-01')
const customer = z.object({ id: z.string(), email: z.string().nullable().describe('null when the account is gone') })
const transaction = z.object({ hash: z.string(), url: z.string().nullable() })

/** States of an order in the console. `held`: an issue about the order or its money waits for a person. */
export const orderStates = [
  'awaiting',
  'part_paid',
  'confirming',
  'held',
  'completed',
  'cancelled',
  'timed_out',
] as const

const listedOrder = z.object({
  no: z.string(),
  createdAt: z.number().describe('ms'),
  customer,
  planName: z.string(),
  months: z.number(),
  network: networkCodeSchema,
  payable: amount,
  arrived: amount.nullable().describe('null: no transfer was seen'),
  state: z.enum(orderStates),
})
export type ListedOrder = z.infer<typeof listedOrder>

/** Filters of the list; `pending` includes every order that is not closed. */
export const orderFilters = ['pending', 'held', 'completed', 'cancelled', 'timed_out'] as const

export const listOrdersOfAllRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/orders',
  summary: 'Orders of all customers, newest first, 50 at a time',
  auth: 'staff',
  verb: 'order.list',
  query: z.object({
    q: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('order or receipt number, deposit address, transaction hash or e-mail address'),
    state: z.enum(orderFilters).optional(),
    network: networkCodeSchema.optional(),
    from: day.optional().describe('first UTC day'),
    to: day.optional().describe('last UTC day'),
    after: z.string().max(60).optional().describe('`next` of the previous page'),
  }),
  data: z.object({
    orders: z.array(listedOrder),
    next: z.string().nullable(),
    pending: z.number().describe('open orders, at most 1000'),
    held: z.number(),
  }),
  errors: [...staffErrors, 'email_unknown', 'invalid_cursor'],
})

const held = z.object({
  id: z.string(),
  kind: z.string().describe('why the payment waits, for instance `sources_disagree`'),
  network: z.string().nullable(),
  subject: z.string(),
  openedAt: z.number().describe('ms'),
  amount: amount.nullable(),
  transaction: transaction.nullable(),
  detail: z.record(z.string(), z.string()),
  orders: z.array(z.string()).describe('numbers of the orders that the payment concerns'),
})
export type HeldPayment = z.infer<typeof held>

export const listHeldRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/held',
  summary: 'The payments that wait for a person, oldest first',
  auth: 'staff',
  verb: 'payments.held',
  data: z.array(held),
  errors: staffErrors,
})

const transfer = z.object({
  transaction,
  amount,
  state: z.enum(['seen', 'confirmed', 'orphaned', 'rejected']),
  from: z.string(),
  block: z.number(),
  blockTime: z.number().describe('ms'),
  seenAt: z.number().describe('ms'),
})

const event = z.object({
  at: z.number().describe('ms'),
  source: z.string(),
  what: z.string(),
  amount: amount.nullable(),
  detail: z.record(z.string(), z.string()),
})

const story = z.object({
  order: orderSchema,
  customer,
  credit: amount.describe('the credit of the customer now'),
  readTo: z.number().describe('ms; every transfer up to this block time is known'),
  addressNumber: z.number().nullable(),
  addressProven: z.boolean().describe('the address was derived again and is the same'),
  transfers: z.array(transfer),
  held: z.array(held),
  events: z.array(event).describe('oldest first'),
  missing: amount.nullable().describe('the amount that settling by hand would write off; null: the order is closed'),
})
export type OrderStory = z.infer<typeof story>

const orderNumber = z.object({ no: z.string().min(1).max(32) })
const reason = z.string().trim().max(500)

export const orderStoryRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/orders/{no}',
  summary: 'An order with its evidence on the chain and all its events',
  auth: 'staff',
  verb: 'order.story',
  params: orderNumber,
  data: story,
  errors: staffErrors,
})

export const settleOrderRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/orders/{no}/settle',
  summary:
    'Completes a pending or timed-out order; the missing amount is written off and counts for the limit of the day. The customer reads the reason',
  auth: 'staff',
  verb: 'order.settle_by_hand',
  params: orderNumber,
  body: z.strictObject({ reason, note: reason.default('').describe('only the staff read it') }),
  data: nothing,
  errors: [
    ...staffErrors,
    ...authorityErrors,
    'invalid_parameter',
    'missing_parameter',
    'order_closed',
    'order_not_openable',
  ],
})

export const closeHeldRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/held/{id}/close',
  summary: 'Removes a held payment from the list, with a note',
  auth: 'staff',
  verb: 'incident.close',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  body: z.strictObject({ note: reason }),
  data: nothing,
  errors: [...staffErrors, 'missing_parameter'],
})
