import { z } from 'zod'
import type { ProblemName } from '../errors.ts'
import { type Locale, locales, perLocale } from '../locale.ts'
import { assetClasses } from '../market.ts'
import { tiers } from './tiers.ts'

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

const problem = (error: ProblemName) => ({ error })

const whole = (min: number, max: number) =>
  z.int(problem('not_whole')).min(min, problem('too_small')).max(max, problem('too_big'))

/** null: unlimited */
const limit = whole(1, 1_000_000_000).nullable()
const percent = whole(0, 90)
const saving = z.strictObject({ saving: percent })

/** A name without braces and angle brackets, which are marks in texts of pages. */
const ownName = z.string().regex(/^(?! )[^\p{C}{}<>]{1,40}(?<! )$/u, problem('not_a_plan_name'))
/** The operator's own name by language. A language without a name of its own has the standard name. */
const ownNames = z.strictObject(perLocale(() => ownName.optional()))
export type OwnNames = z.infer<typeof ownNames>

export function languagesWithout(names: OwnNames): Locale[] {
  return locales.filter((locale) => names[locale] === undefined)
}

const planEntrySchema = z.strictObject({
  /** `{market}-{tier}`, for instance `stock-us-premium`. */
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/, problem('not_a_plan_id')),
  /** USDT a month; null where only the operator grants the plan. */
  price: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/, problem('not_a_price'))
    .nullable(),
  /** The maximum number of requests a minute. */
  perMinute: limit,
  sockets: limit,
  /** Distinct instruments over all sockets of a key. */
  subscriptions: limit,
  /** Seconds by which the plan's data is delayed; 0 = live. */
  delaySeconds: whole(0, 86_400),
  /** The number of past days whose history may be read; null = all. */
  historyDays: whole(1, 36_500).nullable(),
  /** The asset classes of the plan, all or some of the market's classes. */
  classes: z.array(z.enum(assetClasses, problem('not_one_of'))).min(1, problem('too_few')),
  features: z.array(z.enum(features, problem('not_one_of'))),
  /** `first-page`: symbol search without a country filter and without paging. */
  search: z.enum(['first-page', 'full'], problem('not_one_of')),
  /** Whether whole days of a class and region may be downloaded as files. */
  files: z.boolean(),
  /** Names that replace market and tier, such as `Stocks US · Premium`. */
  names: ownNames.optional(),
})
export type PlanEntry = z.infer<typeof planEntrySchema>

/** One edition of the plans and prices, in the format that is stored, exported and imported. */
export const planDocumentSchema = z.strictObject({
  /** Percent off for an account without a completed order. */
  newcomerDiscount: percent,
  /** Percent off the list price of a whole period, by the period's length. */
  periods: z.strictObject({ month: saving, quarter: saving, 'half-year': saving, year: saving }),
  /** The operator's names of tiers, which every plan of the tier shows. */
  tierNames: z.partialRecord(z.enum(tiers), ownNames).optional(),
  plans: z.array(planEntrySchema).min(1, problem('too_few')).max(500, problem('too_many')),
})
export type PlanDocument = z.infer<typeof planDocumentSchema>
