import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { payers } from '../team/team-role.ts'
import { networkCodeSchema, quoteSchema } from './billing.ts'
import { limitsSchema, periodSchema, planTypeSchema, tierSchema } from './plans.ts'

/** A decimal string in USDT. */
const amount = z.string()

/** What the order form offers. `saving` in percent, `minutes` until a payment is final; money as decimal strings in USDT. */
const choiceSchema = z.object({
  asked: z.object({
    planId: z.string(),
    market: z.string(),
    period: periodSchema,
    network: networkCodeSchema,
    keyId: z.string().nullable(),
    /** A code as it was written; empty without one. */
    coupon: z.string(),
  }),
  /** The period that an upgrade keeps; null where it can be chosen. */
  keptPeriod: periodSchema.nullable(),
  markets: z.array(z.object({ id: z.string(), name: z.string(), type: planTypeSchema })),
  plans: z.array(
    z.object({
      id: z.string(),
      tier: tierSchema,
      price: amount,
      limits: limitsSchema.omit({ symbolType: true }),
      current: z.boolean(),
      /** Why it cannot be ordered beside what runs, in words: it is smaller, or only customer service changes what runs. */
      closed: z.string().nullable(),
    }),
  ),
  keys: z.array(z.object({ id: z.string(), label: z.string() })),
  periods: z.array(z.object({ period: periodSchema, saving: z.number() })),
  networks: z.array(
    z.object({
      code: networkCodeSchema,
      chainName: z.string(),
      minutes: z.number(),
      healthy: z.boolean(),
      minOrder: amount.nullable(),
      /** Why the network takes no order of this price, in words. */
      tooSmall: z.string().nullable(),
    }),
  ),
  credit: amount,
  /** Whether the first order's discount is still to come. */
  newcomer: z.boolean(),
  quote: quoteSchema.nullable(),
  /** Why there is no price, in words. */
  refused: z.object({ message: z.string(), byContact: z.boolean() }).nullable(),
  /** Why the coupon does not count, in words; the price is then that without it. */
  couponRefused: z.string().nullable(),
})
export type OrderChoice = z.infer<typeof choiceSchema>

/** Anything unknown in the query falls back to the first offer, except a key that is not the account's. */
const choiceQuery = z
  .object({
    plan: z.string(),
    period: z.string(),
    key: z.string(),
    network: z.string(),
    market: z.string(),
    coupon: z.string(),
  })
  .partial()
export type ChoiceQuery = z.infer<typeof choiceQuery>

export const orderChoiceRoute = defineRoute({
  method: 'GET',
  path: '/api/order/choice',
  summary: 'What can be ordered, and what it would cost this account now',
  auth: 'session',
  team: payers,
  query: choiceQuery,
  data: choiceSchema,
  errors: ['not_signed_in', 'not_found'],
})
