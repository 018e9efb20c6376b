import { z } from 'zod'
import {
  always,
  amount,
  format,
  listingFields,
  ofOne,
  one,
  paged,
  route,
  source,
  symbolRow,
  text,
  time,
  whole,
} from './fields.ts'

export const pages = {
  page: whole(0, 100_000, 0).describe('the number of the page, from 0'),
  size: whole(1, 100, 30).describe('rows per page'),
}

export const statementPeriods = ['quarter', 'year'] as const
export const listings = ['upcoming', 'recent'] as const

const ofRegion = {
  code: text.optional().describe('one company; default: all companies of the region'),
  ...listingFields,
  ...pages,
}
const ofActions = [...ofOne, 'invalid_parameter'] as const
/** Times of the beginning, end and result of an offer. */
const seconds = z.number().int().nullable().describe('in seconds, UTC; null where unknown')

const companyInfo = symbolRow.extend({
  s: text.describe('sector'),
  i: text.describe('industry'),
  bd: text.describe('description of the business'),
  wu: text.describe('web address'),
  mcb: amount.describe('market value in `fcc`, at the newest price'),
  tso: amount.describe('the number of shares outstanding'),
  pet: amount.describe('price divided by the earnings of the last four quarters'),
  fcc: text.describe('currency of the figures'),
  cur: text,
  isin: text,
  employees: amount,
  shares: amount,
  floatShares: amount,
  dy: amount.describe('dividend yield in percent'),
})

const splitRow = z.object({
  ...{ d: time, r: text, n: text, c: text },
  v: text.describe('old:new; 1:10: one share becomes ten'),
  source,
})

const dividendRow = z.object({
  ...{ d: time, a: z.number(), cur: text },
  rd: time.nullable(),
  pd: time.nullable(),
  ...{ c: text, r: text, n: text, source },
})

const ipoRow = z.object({
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
})

const earningsRow = z.object({
  d: time.describe('day of publication, ms UTC'),
  period: z.enum(statementPeriods),
  pe: time.describe('end of the period, ms UTC'),
  eps: amount.describe('earnings per share'),
  ...{ c: text, r: text, n: text, source },
})

export const companyRoutes = {
  company: route('/stock/info', 'Data about the company of a share', one, companyInfo),
  fundamentals: route(
    '/stock/fundamentals',
    'Statements and ratios by period, newest first',
    { ...one, ...pages, period: z.enum(statementPeriods).optional() },
    paged(z.object({ d: time, period: z.enum(statementPeriods), source }).catchall(z.number().nullable())),
  ),
  splits: route('/stock/split', 'Splits, newest first', ofRegion, paged(splitRow), ofActions),
  dividends: route('/stock/dividend', 'Dividends, newest first', ofRegion, paged(dividendRow), ofActions),
  factors: route(
    '/stock/factors',
    'Adjustment factors, newest first',
    ofRegion,
    paged(z.object({ d: time, pf: z.number(), sf: z.number(), rp: z.number(), c: text, r: text, n: text, source })),
    ofActions,
  ),
  ipos: route(
    '/stock/ipo',
    'Planned and recent IPOs',
    { type: z.enum(listings).default('upcoming'), region: text.optional(), ...pages },
    paged(ipoRow),
    [...always, 'invalid_parameter'],
  ),
}

const calendarQuery = {
  from: text
    .optional()
    .describe('the first day, default today (UTC)')
    .meta({ examples: ['2026-01-01'] }),
  to: text.optional().describe('the last day, included; default 30 days after the first'),
  region: text.optional(),
  ...pages,
  ...format,
}
const ofCalendar = [...always, 'not_in_plan', 'invalid_parameter', 'invalid_time', 'range_reversed'] as const

/** Routes for events of all companies by day, oldest first. */
export const calendarRoutes = {
  splitCalendar: route('/calendar/splits', 'Splits by day', calendarQuery, paged(splitRow), ofCalendar),
  dividendCalendar: route('/calendar/dividends', 'Dividends by ex-date', calendarQuery, paged(dividendRow), ofCalendar),
  ipoCalendar: route('/calendar/ipos', 'IPOs by day of listing', calendarQuery, paged(ipoRow), ofCalendar),
  earningsCalendar: route(
    '/calendar/earnings',
    'Earnings reports by day of publication',
    calendarQuery,
    paged(earningsRow),
    ofCalendar,
  ),
}
