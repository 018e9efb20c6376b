import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { payers } from '../team/team-role.ts'
import { networkCodeSchema, quoteSchema } from './billing.ts'
import { limitsSchema, periodSchema, planTypeSchema, tierSchema } from './plans.ts'

/** An amount of money: a decimal string in USDT. */
const amount = z.string()

/** Choices of the order form. `saving`: percent; `minutes`: the time until a payment is final. */
const choiceSchema = z.object({
  asked: z.object({
    planId: z.string(),
    market: z.string(),
    period: periodSchema,
    network: networkCodeSchema,
    keyId: z.string().nullable(),
    /** The coupon code as typed; empty without a code. */
    coupon: z.string(),
  }),
  /** The period that an upgrade keeps; null when the customer can choose one. */
  keptPeriod: periodSchema.nullable(),
  markets: z.array(z.object({ id: z.string(), name: z.string(), type: planTypeSchema })),
  plans: z.array(
    z.object({
      id: z.string(),
      tier: tierSchema,
      price: amount,
      limits: limitsSchema.omit({ symbolType: true }),
      current: z.boolean(),
      /**
       * Why the plan cannot be ordered, as a text: it is smaller than the active plan, or only customer service changes
       * the active plan. Null if it can be ordered.
       */
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
      /** Why the network accepts no order of this price, as a text; null if it accepts the order. */
      tooSmall: z.string().nullable(),
    }),
  ),
  credit: amount,
  /** Whether the discount on the first order is still available. */
  newcomer: z.boolean(),
  quote: quoteSchema.nullable(),
  /** Why there is no price, as a text. */
  refused: z.object({ message: z.string(), byContact: z.boolean() }).nullable(),
  /** Why the coupon does not apply, as a text; `quote` is then without the coupon. */
  couponRefused: z.string().nullable(),
  /** The `Idempotency-Key` for ordering this choice. It stays the same until the account orders something. */
  idempotencyKey: z.string(),
})
export type OrderChoice = z.infer<typeof choiceSchema>

/** An unknown value is replaced by the first choice on offer. Another account's key is refused with `not_found`. */
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
  summary: 'The plans that can be ordered, with their present prices for this account',
  auth: 'session',
  team: payers,
  query: choiceQuery,
  data: choiceSchema,
  errors: ['not_signed_in', 'not_found'],
})
