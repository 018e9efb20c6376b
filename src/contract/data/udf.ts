import { z } from 'zod'
import type { Route } from '../route.ts'
import { always, route, text } from './fields.ts'

const series = z.array(z.number())

/** TradingView's Universal Data Feed: its own shapes, no envelope. */
export const udfRouteList: readonly Route[] = [
  route(
    '/udf/config',
    'UDF: what the feed can do',
    {},
    z
      .object({ supported_resolutions: z.array(text), supports_search: z.boolean(), supports_time: z.boolean() })
      .loose(),
    always,
  ),
  route(
    '/udf/symbols',
    'UDF: one symbol',
    { symbol: text },
    z
      .object({ name: text, ticker: text, timezone: text, session: text, pricescale: z.number(), minmov: z.number() })
      .loose(),
  ),
  route(
    '/udf/search',
    'UDF: search',
    { query: text.optional(), type: text.optional(), exchange: text.optional(), limit: z.string().optional() },
    z.array(z.object({ symbol: text, ticker: text, type: text }).loose()),
    always,
  ),
  route(
    '/udf/history',
    'UDF: bars as columns, times in seconds',
    { symbol: text, resolution: text, from: text.optional(), to: text, countback: z.string().optional() },
    z.union([
      z.object({ s: z.literal('ok'), t: series, o: series, h: series, l: series, c: series, v: series }),
      z.object({ s: z.literal('no_data'), nextTime: z.number().optional() }),
    ]),
  ),
  route('/udf/time', 'UDF: seconds since the epoch, as text', {}, z.number(), always),
]
