import { z } from 'zod'
import { adjustments } from '../market.ts'
import {
  always,
  format,
  many,
  ofFormat,
  ofMany,
  ofOne,
  one,
  paged,
  percent,
  price,
  route,
  text,
  time,
  whole,
} from './fields.ts'

const tickRow = z.object({
  s: text,
  r: text,
  ld: price,
  t: time,
  v: z.number(),
  te: z.number().int().describe('session: 0 regular, 1 pre-market, 2 after hours'),
})

const quoteRow = z.object({
  s: text,
  r: text,
  ld: price,
  o: price,
  p: price.describe('previous close'),
  h: price,
  l: price,
  t: time,
  v: z.number(),
  tu: z.number(),
  ts: z.number().int().describe('state: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker'),
  ch: z.number(),
  chp: percent,
})

const level = z.object({ po: z.number().int(), p: price, v: z.number(), o: z.number().int() })
const depthRow = z.object({ s: text, r: text, t: time, a: z.array(level), b: z.array(level) })

const orNull = <T extends z.ZodType>(row: T) => row.nullable().describe('null if there is no data; `reason` says why')

export const rankings = ['gainers', 'losers', 'active'] as const
const ofMarket = {
  region: text
    .optional()
    .describe('one country; default: all countries of the plan')
    .meta({ examples: ['US'] }),
}
export const snapshotQuery = {
  ...ofMarket,
  page: whole(0, 100_000, 0).describe('the number of the page, from 0'),
  size: whole(1, 5_000, 1_000).describe('instruments per page'),
  date: z.iso
    .date()
    .optional()
    .describe('a finished trading date; returns its figures for the instruments that traded on it')
    .meta({ examples: ['2026-01-02'] }),
  adjust: z.enum(adjustments).default('none').describe('the adjustment of a past date, as in bars'),
  ...format,
}
export const moversQuery = {
  by: z
    .enum(rankings)
    .default('gainers')
    .describe('`active` compares turnovers in US dollars; currencies without a price in dollars come last'),
  ...ofMarket,
  limit: whole(1, 100, 20).describe('the maximum number of rows'),
  ...format,
}

export const liveRoutes = {
  tick: route('/{class}/tick', 'The newest trade', { ...one, ...format }, orNull(tickRow), [...ofOne, ...ofFormat]),
  ticks: route('/{class}/ticks', 'The newest trades by code', { ...many, ...format }, z.record(text, tickRow), [
    ...ofMany,
    ...ofFormat,
  ]),
  quote: route(
    '/{class}/quote',
    'The quote of one instrument: newest price, and figures of the current session',
    { ...one, ...format },
    orNull(quoteRow),
    [...ofOne, ...ofFormat],
  ),
  quotes: route(
    '/{class}/quotes',
    'The quotes of several instruments, by code',
    { ...many, ...format },
    z.record(text, quoteRow),
    [...ofMany, ...ofFormat],
  ),
  depth: route('/{class}/depth', 'The order book, best level first', one, orNull(depthRow)),
  snapshot: route('/{class}/snapshot', 'The newest quotes of a whole market, by code', snapshotQuery, paged(quoteRow), [
    ...always,
    'not_in_plan',
    'invalid_parameter',
    'invalid_time',
    'invalid_format',
  ]),
  movers: route(
    '/{class}/movers',
    'The greatest gains, losses or turnovers of a market',
    moversQuery,
    z.object({ content: z.array(quoteRow) }),
    [...always, 'not_in_plan', 'invalid_parameter', 'invalid_limit', 'invalid_format'],
  ),
  depths: route('/{class}/depths', 'Order books by code', many, z.record(text, depthRow), ofMany),
}
