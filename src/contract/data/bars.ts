import { z } from 'zod'
import { indicatorNames, indicators } from '../indicators/catalogue.ts'
import { adjustments, barIntervals, dayChoices, intervals } from '../market.ts'
import {
  format,
  many,
  ofRange,
  one,
  onRequest,
  price,
  route,
  rowChoice,
  rowSource,
  session,
  span,
  tableFormat,
  text,
  time,
  wholeOrNone,
} from './fields.ts'

export const range = {
  kType: wholeOrNone(1, intervals.length).describe(
    'an older name of `interval`: 1=1m 2=5m 3=15m 4=30m 5=1h 6=2h 7=4h 8=1d 9=1w 10=1M',
  ),
  interval: z
    .enum(barIntervals)
    .optional()
    .describe('the interval by its name, such as 1d; required, unless `kType` is sent'),
  limit: span.limit,
  et: text.optional().describe('an older name of `to`'),
  from: span.from,
  to: span.to,
  order: span.order,
  cursor: span.cursor,
  adjust: z.enum(adjustments).default('none'),
}

export const barRow = z.object({
  t: time.describe('the beginning of the bar, ms UTC; for days and longer: 00:00 UTC of the trading date'),
  o: price,
  h: price,
  l: price,
  c: price,
  v: z.number(),
  tu: z.number().describe('turnover, 0 where unknown'),
  tn: z.number().nullable().optional().describe(`turnover, null where unknown; ${onRequest}`),
  vw: price
    .nullable()
    .optional()
    .describe(`average price of the stored trades, weighted by volume; null without trades; ${onRequest}`),
  nt: z.number().int().nullable().optional().describe(`number of the stored trades; null without trades; ${onRequest}`),
  source: rowSource,
  final: z.literal(false).optional().describe('only on the running bar, which is the last row'),
})

const hours = {
  session: session.describe(
    'stocks and funds: the sessions whose trades count; `extended`: before and after the regular session; default: `all` for intraday bars, `regular` for days and longer',
  ),
  day: z
    .enum(dayChoices)
    .optional()
    .describe(
      'forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York, for metals at 18:00, built from intraday bars',
    ),
}

export const barRoutes = {
  kline: route(
    '/{class}/kline',
    'Bars of one instrument, oldest first',
    { ...one, ...range, ...hours, ...rowChoice, ...tableFormat },
    z.array(barRow),
    ofRange,
  ),
  klines: route(
    '/{class}/klines',
    'Bars of many instruments by code',
    { ...many, ...range, ...hours, ...rowChoice, ...format },
    z.record(text, z.array(barRow)),
    [...ofRange, 'too_many_symbols'],
  ),
}

export const indicatorRoutes = {
  indicator: route(
    '/{class}/indicator',
    'The values of an indicator, one row per bar; null where too few bars precede',
    {
      ...one,
      ...range,
      ...hours,
      source: rowChoice.source,
      ...format,
      name: z.enum(indicatorNames),
      ...ownParameters(),
    },
    z.array(z.object({ t: time, final: z.literal(false).optional() }).catchall(z.number().nullable())),
    ofRange,
  ),
}

/**
 * The parameters of all indicators by name. Each parameter has bounds that are wide enough for every indicator, and a
 * description with the default of each indicator.
 */
function ownParameters(): Record<string, z.ZodType> {
  const all = Object.values(indicators).flatMap(({ name, params }) => params.map((param) => ({ of: name, ...param })))
  const fields = [...Map.groupBy(all, ({ name }) => name)].map(([name, of]) => {
    const number = of.every(({ step }) => step === 1) ? z.int() : z.number()
    const bounded = number.min(Math.min(...of.map(({ min }) => min))).max(Math.max(...of.map(({ max }) => max)))
    return [name, bounded.optional().describe(of.map((one) => `${one.of}: default ${one.default}`).join(', '))] as const
  })
  return Object.fromEntries(fields)
}
