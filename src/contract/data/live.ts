import { z } from 'zod'
import { always, format, many, one, percent, price, route, text, time } from './fields.ts'

const tickRow = z.object({
  s: text,
  r: text,
  ld: price,
  t: time,
  v: z.number(),
  te: z.number().int().describe('0 regular, 1 pre, 2 after hours'),
})

export type TickRow = z.infer<typeof tickRow>

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
  ts: z.number().int().describe('0 normal, 1 suspended, 2 delisted, 3 circuit breaker'),
  ch: z.number(),
  chp: percent,
})
export type QuoteRow = z.infer<typeof quoteRow>

const level = z.object({ po: z.number().int(), p: price, v: z.number(), o: z.number().int() })
const depthRow = z.object({ s: text, r: text, t: time, a: z.array(level), b: z.array(level) })
export type DepthRow = z.infer<typeof depthRow>

const orNull = <T extends z.ZodType>(row: T) =>
  row.nullable().describe('null where there is nothing to show: reason says why')

/** The newest state of the market. */
export const liveRoutes = {
  tick: route('/{class}/tick', 'The newest trade', { ...one, ...format }, orNull(tickRow)),
  ticks: route('/{class}/ticks', 'The newest trades by code', { ...many, ...format }, z.record(text, tickRow), [
    ...always,
    'too_many_symbols',
  ]),
  quote: route('/{class}/quote', "The session's running figures", { ...one, ...format }, orNull(quoteRow)),
  quotes: route('/{class}/quotes', 'Running figures by code', { ...many, ...format }, z.record(text, quoteRow), [
    ...always,
    'too_many_symbols',
  ]),
  depth: route('/{class}/depth', 'The order book, best level first', one, orNull(depthRow)),
  depths: route('/{class}/depths', 'Order books by code', many, z.record(text, depthRow), [
    ...always,
    'too_many_symbols',
  ]),
}
