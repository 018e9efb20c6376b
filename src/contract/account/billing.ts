import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { couponMax } from '../sales/coupon.ts'
import { lateReasons } from '../sales/late-reason.ts'
import { type OrderStatus, orderStatus } from '../sales/order-status.ts'
import { payers } from '../team/team-role.ts'
import { periodSchema } from './plans.ts'
import { pageQuery } from './shapes.ts'

/** The name of a payment network: `TRC20`, `ETC20`, or another network that the installation offers. */
export const networkCodeSchema = z.string().regex(/^[A-Z][A-Z0-9]{1,11}$/)

/** A decimal string in USDT with two to six decimals. */
const amount = z.string()

/** A purchase. In markets with several keys, `keyId` chooses the key; without `keyId` a new key is created. */
export const orderRequestSchema = z.strictObject({
  planId: z.string().min(1).max(64),
  period: periodSchema,
  network: networkCodeSchema,
  keyId: z.string().min(1).max(64).optional(),
  /** A coupon's code, in upper or lower case. */
  coupon: z.string().max(couponMax).optional(),
  currency: z.literal('USDT').optional(),
})

/** The coupon's code, and the amount that the coupon takes off, which is part of `discount`. */
const coupon = z.object({ code: z.string(), amount }).nullable()

/** A price: `payable = list − discount + upgradeDifference − credit`. */
export const quoteSchema = z.object({
  kind: z.enum(['purchase', 'renewal', 'upgrade']),
  /** The bought period. An upgrade always has the period of the last purchase of its subscription. */
  period: periodSchema,
  list: amount,
  discount: amount,
  coupon,
  upgradeDifference: amount,
  credit: amount,
  payable: amount,
  currency: z.literal('USDT'),
  /** UTC days charged for an upgrade, from today to the day before the expiry, at least one; null for other orders. */
  daysLeft: z.number().nullable(),
  /** The time at which the plan would end if the order were paid now, ms. */
  planExpiresAt: z.number(),
})
export type Quote = z.infer<typeof quoteSchema>

/** A detected transfer for an order. `url`: the transfer's page in the network's explorer. */
const transactionSchema = z.object({
  hash: z.string(),
  amount,
  confirmations: z.number(),
  final: z.boolean(),
  url: z.string().nullable(),
})

/**
 * A received token that is not the token of the network. `symbol` and `amount`: as the contract at `token` states;
 * `symbol` null: unknown.
 */
const otherTokenSchema = z.object({
  symbol: z.string().nullable(),
  token: z.string(),
  amount: z.string(),
  transaction: z.object({ hash: z.string(), url: z.string().nullable() }),
})

/**
 * An order. Money as decimal strings, times in ms. `status`: see `orderStatus`. `payment` and `flags` follow from the
 * transfers on chain. `not_applied`: paid, but the plan could not be opened, so the money is credit. `detected`: a
 * transfer was detected, and the deadline waits for it. `verifying`: the balance shows money, but the node shows no
 * transfer yet. `networkDelayed`: the network cannot be read, so payments are detected later and the deadline waits.
 * `otherToken`: a token that is not the network's arrived at the address; it does not count as payment.
 */
export const orderSchema = z.object({
  orderNo: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  closedAt: z.number().nullable(),
  serverTime: z.number(),
  status: z.enum(orderStatus),
  payment: z.enum(['waiting', 'partial', 'confirming', 'paid']),
  flags: z.array(z.enum(['over', 'late', 'not_applied'])),
  detected: z.boolean(),
  verifying: z.boolean(),
  networkDelayed: z.boolean(),
  extended: z.boolean(),
  received: amount,
  missing: amount,
  /**
   * For an order that was paid after its deadline: why the agreed price no longer applied, and the amount that would
   * have sufficed (null: no amount). Null for other orders.
   */
  late: z.object({ reasons: z.array(z.enum(lateReasons)), due: amount.nullable() }).nullable(),
  amount,
  kind: z.enum(['purchase', 'renewal', 'upgrade']),
  keyId: z.string().nullable(),
  planId: z.string(),
  planName: z.string(),
  period: periodSchema,
  currency: z.literal('USDT'),
  network: networkCodeSchema,
  chainName: z.string(),
  list: amount,
  discount: amount,
  coupon,
  upgradeDifference: amount,
  credit: amount,
  payable: amount,
  /** Null when nothing is to be paid. In lists also null when the address could not be verified. */
  address: z.string().nullable(),
  confirmations: z.number(),
  confirmationsNeeded: z.number(),
  transactions: z.array(transactionSchema),
  otherToken: otherTokenSchema.nullable(),
})
export type WireOrder = z.infer<typeof orderSchema>

export const orderPageSchema = z.object({
  content: z.array(orderSchema),
  page: z.number(),
  size: z.number(),
  last: z.boolean(),
  totalElements: z.number(),
})

/** Filters of orders; days are UTC. */
const orderFilter = z.object({
  q: z.string().trim().max(64).optional().describe('a part of the order number or of the plan'),
  status: z
    .enum(['0', '1', '2', '3'])
    .transform((text) => Number(text) as OrderStatus)
    .optional()
    .describe('0 open, 1 completed, 2 cancelled, 3 timed out'),
  from: z.iso.date().optional().describe('first day'),
  to: z.iso.date().optional().describe('last day'),
  order: z.enum(['newest', 'oldest']).default('newest'),
})

const orderNumber = z.object({ no: z.string().min(1).max(32) })

const couponErrors = [
  'coupon_unknown',
  'coupon_not_valid_now',
  'coupon_other_plan',
  'coupon_not_for_upgrade',
  'coupon_used',
  'coupon_used_up',
  'too_often',
] as const

export const quoteRoute = defineRoute({
  method: 'POST',
  path: '/api/order/quote',
  summary: 'The present price of a plan for this account',
  auth: 'session',
  team: payers,
  body: orderRequestSchema,
  data: quoteSchema,
  errors: [
    'invalid_parameter',
    'not_found',
    'plan_customised',
    'plan_no_downgrade',
    'plan_no_renewal',
    ...couponErrors,
  ],
})

/**
 * Repeated calls with the same `Idempotency-Key` header return the same order. Without the header, a renewal or upgrade
 * that is repeated within a minute returns the first order if credit covered it.
 */
export const createOrderRoute = defineRoute({
  method: 'POST',
  path: '/api/order',
  summary: 'Creates an order for a plan',
  auth: 'session',
  team: payers,
  body: orderRequestSchema,
  data: orderSchema,
  errors: [
    'invalid_parameter',
    'not_found',
    'order_unpaid',
    'plan_customised',
    'plan_no_downgrade',
    'plan_no_renewal',
    ...couponErrors,
    'idempotency_key_invalid',
    'idempotency_mismatch',
    'network_unavailable',
    'order_below_minimum',
  ],
})

export const listOrdersRoute = defineRoute({
  method: 'GET',
  path: '/api/order',
  summary: 'Orders of this account that match the filters, in pages; newest first by default',
  auth: 'session',
  team: payers,
  query: pageQuery.extend(orderFilter.shape),
  data: orderPageSchema,
  errors: ['invalid_parameter'],
})

export const exportOrdersRoute = defineRoute({
  method: 'GET',
  path: '/api/order/export',
  summary: 'The orders that match the filters, as CSV',
  auth: 'session',
  team: payers,
  query: orderFilter,
  data: z.string(),
  errors: ['invalid_parameter'],
  streamed: true,
})

export const getOrderRoute = defineRoute({
  method: 'GET',
  path: '/api/order/{no}',
  summary: 'One order',
  auth: 'session',
  team: payers,
  params: orderNumber,
  data: orderSchema,
  errors: ['not_found', 'address_unverified'],
})

/** Server-sent events named `order`, each with the whole order. A comment every 15 s keeps the connection open. */
export const orderEventsRoute = defineRoute({
  method: 'GET',
  path: '/api/order/{no}/events',
  summary: 'Server-sent events: the whole order after each change',
  auth: 'session',
  team: payers,
  params: orderNumber,
  data: orderSchema,
  errors: ['not_found'],
  streamed: true,
})

export const cancelOrderRoute = defineRoute({
  method: 'POST',
  path: '/api/order/{no}/cancel',
  summary: 'Cancels an unpaid order',
  auth: 'session',
  team: payers,
  params: orderNumber,
  data: orderSchema,
  errors: ['not_found', 'order_not_cancellable', 'payment_detected'],
})

/**
 * Makes the watcher check one transaction at once. The payment counts for the owner of the recipient address, whoever
 * calls.
 */
export const claimPaymentRoute = defineRoute({
  method: 'POST',
  path: '/api/order/{no}/claim',
  summary: 'Searches for a payment by its transaction hash',
  auth: 'session',
  team: payers,
  params: orderNumber,
  body: z.strictObject({ txHash: z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/) }),
  data: z.object({ result: z.enum(['known', 'looking']), order: orderSchema }),
  errors: ['not_found', 'invalid_parameter', 'too_often', 'network_unavailable'],
})
