import { z } from 'zod'
import { assetClasses } from '../market.ts'
import { always, route, text, whole, wholeOrNone } from './fields.ts'

const series = z.array(z.number())

/** The resolutions that the feed offers, with TradingView's names. */
export const resolutions = [
  ...(['1', '3', '5', '10', '15', '30', '45', '60', '120', '180', '240', '360', '480', '720'] as const),
  ...(['1D', '3D', '1W', '1M', '3M', '12M'] as const),
] as const

export const udfSearchQuery = {
  query: text.optional(),
  type: z.enum(assetClasses).optional(),
  exchange: text.optional(),
  limit: whole(1, 30, 30),
}

export const historyQuery = {
  symbol: text,
  resolution: z.enum(resolutions),
  from: z.int().optional().describe('in seconds, UTC'),
  to: z.int().describe('in seconds, UTC, not included'),
  countback: wholeOrNone(1, 100_000).describe(
    'the number of bars before `to`; takes precedence over `from`; at most 10,000 are returned',
  ),
}

/** Routes of TradingView's Universal Data Feed, in its own shapes without the envelope. */
export const udfRoutes = {
  udfConfig: route(
    '/udf/config',
    'UDF: the configuration of the feed',
    {},
    z
      .object({ supported_resolutions: z.array(text), supports_search: z.boolean(), supports_time: z.boolean() })
      .loose(),
    always,
  ),
  udfSymbol: route(
    '/udf/symbols',
    'UDF: one symbol',
    { symbol: text },
    z
      .object({ name: text, ticker: text, timezone: text, session: text, pricescale: z.number(), minmov: z.number() })
      .loose(),
  ),
  udfSearch: route(
    '/udf/search',
    'UDF: search',
    udfSearchQuery,
    z.array(z.object({ symbol: text, ticker: text, type: text }).loose()),
    always,
  ),
  udfHistory: route(
    '/udf/history',
    'UDF: bars as columns, times in seconds',
    historyQuery,
    z.union([
      z.object({ s: z.literal('ok'), t: series, o: series, h: series, l: series, c: series, v: series }),
      z.object({ s: z.literal('no_data'), nextTime: z.number().optional() }),
    ]),
  ),
  udfTime: route('/udf/time', 'UDF: seconds since the epoch, as text', {}, z.number(), always),
}
