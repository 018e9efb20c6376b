import { z } from 'zod'
import { assetClasses } from '../market.ts'

/** From the least to the most; the order decides what is an upgrade. */
export const tiers = ['free', 'base', 'professional', 'premium', 'enterprise'] as const

/** What a plan brings, by the eight names of the product's description. */
export const features = [
  'end-of-day',
  'historical',
  'full-coverage',
  'reference',
  'fundamentals',
  'corporate-actions',
  'indicators',
  'websocket',
] as const

const whole = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` })

/** Null = without limit. */
const limit = whole(1, 1_000_000_000).nullable()
const percent = whole(0, 90)
const saving = z.strictObject({ saving: percent })

/** One plan of an edition. */
const planEntrySchema = z.strictObject({
  /** `{market}-{tier}`, for instance `stock-us-premium`. */
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/, { error: 'must be a market and a tier, for instance "stock-us-premium"' }),
  /** USDT a month; null where only the operator grants the plan. */
  price: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/, { error: 'must be an amount with two decimals in quotes, for instance "99.00"' })
    .nullable(),
  /** Requests a minute. */
  perMinute: limit,
  sockets: limit,
  /** Distinct instruments over all sockets of a key. */
  subscriptions: limit,
  /** Seconds by which the plan sees the market later; 0 = live. */
  delaySeconds: whole(0, 86_400),
  /** How far back history may be read, in days; null = all there is. */
  historyDays: whole(1, 36_500).nullable(),
  /** Of the classes that the market covers. */
  classes: z.array(z.enum(assetClasses, { error: `must each be one of ${assetClasses.join(', ')}` })).min(1),
  features: z.array(z.enum(features, { error: `must each be one of ${features.join(', ')}` })),
  /** `first-page`: symbol search without a country filter and without paging. */
  search: z.enum(['first-page', 'full'], { error: 'must be "first-page" or "full"' }),
  /** Whole days of a class and region as files. */
  files: z.boolean({ error: 'must be true or false' }),
})
export type PlanEntry = z.infer<typeof planEntrySchema>

/** One edition of what is sold, as it is stored, exported and imported. */
export const planDocumentSchema = z.strictObject({
  /** Percent off while an account has no completed order. */
  newcomerDiscount: percent,
  /** Percent off the list price of a whole period. */
  periods: z.strictObject({ month: saving, quarter: saving, 'half-year': saving, year: saving }),
  plans: z.array(planEntrySchema).min(1).max(500),
})
export type PlanDocument = z.infer<typeof planDocumentSchema>
