import { z } from 'zod'
import { ofSpan, one, price, route, rowChoice, rowSource, session, span, tableFormat, time } from './fields.ts'

const tradeRow = z.object({
  t: time,
  p: price,
  v: z.number(),
  d: z.number().int().describe('side: 0 neutral, 1 sell, 2 buy'),
  te: z.number().int().describe('session: 0 regular, 1 pre-market, 2 after hours'),
  seq: z
    .number()
    .int()
    .describe('the order of the trades within one ms; for a trade of the stream, its `seq` modulo 2^32'),
  source: rowSource,
})

const bestQuoteRow = z.object({
  t: time.describe('the time since which the quote applies, ms UTC'),
  b: price.nullable().describe('bid; null: nobody buys'),
  bv: z.number().describe('volume of the bid; 0 where unknown'),
  a: price.nullable().describe('ask; null: nobody sells'),
  av: z.number().describe('volume of the ask; 0 where unknown'),
  seq: z
    .number()
    .int()
    .describe(
      'the order of the quotes within one ms; for a quote of the stream, the `seq` of its depth event modulo 2^32',
    ),
  source: rowSource,
})

/** Routes for recorded market events, one row per event. */
export const eventRoutes = {
  trades: route(
    '/{class}/trades',
    'Recorded trades of one instrument, oldest first',
    {
      ...one,
      ...span,
      session: session.describe('stocks and funds: only trades of this session; default `all`'),
      ...rowChoice,
      ...tableFormat,
    },
    z.array(tradeRow),
    ofSpan,
  ),
  bbo: route(
    '/{class}/bbo',
    'Recorded best bids and offers of one instrument, oldest first',
    { ...one, ...span, ...rowChoice, ...tableFormat },
    z.array(bestQuoteRow),
    ofSpan,
  ),
}
