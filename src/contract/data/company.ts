import { z } from 'zod'
import { always, amount, ofOne, one, place, route, source, symbolRow, text, time, whole } from './fields.ts'

const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    page: z.number().int().describe('from 0'),
    last: z.boolean(),
    size: z.number().int(),
  })
export const pages = {
  page: whole(0, 100_000, 0).describe('from 0'),
  size: whole(1, 100, 30).describe('rows a page'),
}

export const statementPeriods = ['quarter', 'year'] as const
export const listings = ['upcoming', 'recent'] as const

const ofRegion = {
  code: text.optional().describe('one company; without it all of the region'),
  ...place,
  ...pages,
}
const ofActions = [...ofOne, 'invalid_parameter'] as const
/** Beginning, end and result of an offer. */
const seconds = z.number().int().nullable().describe('s, UTC; null where unknown')

const companyInfo = symbolRow.extend({
  s: text.describe('sector'),
  i: text.describe('industry'),
  bd: text.describe('what the business does'),
  wu: text.describe('web address'),
  mcb: amount.describe('market value in `fcc`, at the newest price'),
  tso: amount.describe('shares outstanding'),
  pet: amount.describe('price to the earnings of the last four quarters'),
  fcc: text.describe('currency of the figures'),
  cur: text,
  isin: text,
  employees: amount,
  shares: amount,
  floatShares: amount,
  dy: amount.describe('dividend yield in percent'),
})

/** The company behind a share, and what it did to its shares. */
export const companyRoutes = {
  company: route('/stock/info', 'The company behind a share', one, companyInfo),
  fundamentals: route(
    '/stock/fundamentals',
    'Statements and ratios by period, newest first',
    { ...one, ...pages, period: z.enum(statementPeriods).optional() },
    paged(z.object({ d: time, period: z.enum(statementPeriods), source }).catchall(z.number().nullable())),
  ),
  splits: route(
    '/stock/split',
    'Splits, newest first',
    ofRegion,
    paged(z.object({ d: time, r: text, n: text, c: text, v: text.describe('old:new, 1:10 makes ten of one'), source })),
    ofActions,
  ),
  dividends: route(
    '/stock/dividend',
    'Dividends, newest first',
    ofRegion,
    paged(
      z.object({
        d: time,
        a: z.number(),
        cur: text,
        rd: time.nullable(),
        pd: time.nullable(),
        c: text,
        r: text,
        n: text,
        source,
      }),
    ),
    ofActions,
  ),
  factors: route(
    '/stock/factors',
    'Adjustment factors, newest first',
    ofRegion,
    paged(z.object({ d: time, pf: z.number(), sf: z.number(), rp: z.number(), c: text, r: text, n: text, source })),
    ofActions,
  ),
  ipos: route(
    '/stock/ipo',
    'Listings to come or of late',
    { type: z.enum(listings).default('upcoming'), region: text.optional(), ...pages },
    paged(
      z.object({
        dt: time.describe('day of listing, ms UTC'),
        cn: text.describe('company'),
        sc: text.describe('code'),
        ex: text.describe('exchange'),
        mc: amount.describe('value of the shares on offer'),
        pr: text.describe('price, or a range such as 16-20'),
        ct: text.describe('country'),
        bs: seconds,
        es: seconds,
        ro: seconds,
        r: text,
        cur: text,
        sh: amount.describe('shares on offer'),
        source,
      }),
    ),
    [...always, 'invalid_parameter'],
  ),
}
