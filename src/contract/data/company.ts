import { z } from 'zod'
import type { Route } from '../route.ts'
import { always, amount, one, route, source, symbolRow, text, time } from './fields.ts'

const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    page: z.number().int().describe('from 0'),
    last: z.boolean(),
    size: z.number().int(),
  })
const pages = {
  page: z.string().optional().describe('from 0'),
  size: z.string().optional().describe('1…100, default 30'),
}

const companyInfo = symbolRow.extend({
  s: text.describe('sector'),
  i: text.describe('industry'),
  bd: text.describe('what the business does'),
  wu: text.describe('web address'),
  cur: text,
  isin: text,
  employees: amount,
  shares: amount,
  floatShares: amount,
  dy: amount.describe('dividend yield in percent'),
})

/** The company behind a share, and what it did to its shares. */
export const companyRoutes: readonly Route[] = [
  route('/stock/info', 'The company behind a share', one, companyInfo),
  route(
    '/stock/fundamentals',
    'Statements and ratios by period, newest first',
    { ...one, ...pages, period: z.enum(['quarter', 'year']).optional() },
    paged(z.object({ d: time, period: z.enum(['quarter', 'year']), source }).catchall(z.number().nullable())),
  ),
  route(
    '/stock/split',
    'Splits, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, n: z.number(), o: z.number(), source })),
  ),
  route(
    '/stock/dividend',
    'Dividends, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, a: z.number(), cur: text, rd: time.nullable(), pd: time.nullable(), source })),
  ),
  route(
    '/stock/factors',
    'Adjustment factors, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, pf: z.number(), sf: z.number(), rp: z.number(), source })),
  ),
  route(
    '/stock/ipo',
    'Listings to come or of late',
    { type: z.enum(['upcoming', 'recent']).optional(), region: text.optional(), ...pages },
    paged(
      z.object({
        c: text,
        n: text,
        r: text,
        e: text,
        d: time,
        pl: amount,
        ph: amount,
        p: amount,
        cur: text,
        sh: amount,
        source,
      }),
    ),
    [...always, 'invalid_parameter'],
  ),
]
