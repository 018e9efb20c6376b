import { refuse } from '#src/contract/errors.ts'
import { type Answer, type Asked, type Route, route } from '../vendor/route.ts'
import { pairOf } from './bars.ts'
import { headOf, inOrder, limitOf, nextOf, orderOf } from './pages.ts'
import { one } from './tickers.ts'
import { nanoseconds, timeFilter } from './times.ts'

const limits = { standard: 1_000, max: 5_000 }

function eventQuery(asked: Asked) {
  return {
    ...one(asked),
    ...timeFilter(asked, 1_000_000n),
    limit: limitOf(asked, limits),
    order: orderOf(asked, 'order', 'desc'),
    cursor: asked.query.get('cursor') ?? undefined,
  }
}

function timesOf({ t, seq }: { t: number; seq: number }) {
  return { participant_timestamp: nanoseconds(t), sip_timestamp: nanoseconds(t), sequence_number: seq }
}

function newest({ data }: Answer<'tick'>) {
  if (!data) throw refuse('not_found')
  return data
}

/** The first levels of the book. A side without orders is left out. */
function bestOf({ data }: Answer<'depth'>) {
  if (!data) throw refuse('not_found')
  return { time: data.t, bid: data.b[0], ask: data.a[0] }
}

export const tradeRoutes: readonly Route[] = [
  route({
    pattern: '/v2/last/trade/{ticker}',
    call: 'tick',
    query: one,
    shape(answer, { ticker }) {
      const { ld: p, v: s, t } = newest(answer)
      return { ...headOf(answer), results: { T: ticker.text, p, s, t: nanoseconds(t) } }
    },
  }),
  route({
    pattern: '/v2/last/nbbo/{ticker}',
    call: 'depth',
    query: one,
    shape(answer, { ticker }) {
      const { time, bid, ask } = bestOf(answer)
      const buyers = bid && { p: bid.p, s: bid.v }
      const sellers = ask && { P: ask.p, S: ask.v }
      return { ...headOf(answer), results: { T: ticker.text, ...buyers, ...sellers, t: nanoseconds(time) } }
    },
  }),
  route({
    pattern: '/v1/last/crypto/{from}/{to}',
    call: 'tick',
    class: () => 'crypto',
    query: (asked) => ({ code: pairOf(asked) }),
    shape(answer, { params: { from, to } }) {
      const { ld: price, v: size, t: timestamp } = newest(answer)
      return { ...headOf(answer), symbol: `${from}-${to}`, last: { price, size, timestamp } }
    },
  }),
  route({
    pattern: '/v1/last_quote/currencies/{from}/{to}',
    call: 'depth',
    class: () => 'forex',
    query: (asked) => ({ code: pairOf(asked) }),
    shape(answer, { params: { from, to } }) {
      const { time: timestamp, bid, ask } = bestOf(answer)
      return { ...headOf(answer), symbol: `${from}/${to}`, last: { bid: bid?.p, ask: ask?.p, timestamp } }
    },
  }),
  route({
    pattern: '/v1/conversion/{from}/{to}',
    call: 'convert',
    query: ({ params: { from, to }, query }) => ({ from, to, amount: query.get('amount') ?? 1 }),
    shape(answer, { params: { from = '', to = '' }, query }) {
      if (!answer.data) throw refuse('not_found')
      const { amount: initialAmount, result } = answer.data
      const digits = 10 ** Number(/^[0-4]$/.exec(query.get('precision') ?? '')?.[0] ?? 2)
      const converted = Math.round(result * digits) / digits
      const { request_id } = headOf(answer)
      return { status: 'success', request_id, symbol: `${from}/${to}`, from, to, initialAmount, converted }
    },
  }),
  route({
    pattern: '/v3/trades/{ticker}',
    call: 'trades',
    query: eventQuery,
    shape(answer, asked) {
      const results = inOrder(answer.data, orderOf(asked, 'order', 'desc')).map((row) => ({
        id: `${row.t}-${row.seq}`,
        price: row.p,
        size: row.v,
        decimal_size: String(row.v),
        ...timesOf(row),
      }))
      return { ...headOf(answer), results, ...nextOf(answer) }
    },
  }),
  route({
    pattern: '/v3/quotes/{ticker}',
    call: 'bbo',
    query: eventQuery,
    shape(answer, asked) {
      const results = inOrder(answer.data, orderOf(asked, 'order', 'desc')).map((row) => ({
        ...(row.b === null ? {} : { bid_price: row.b, bid_size: row.bv }),
        ...(row.a === null ? {} : { ask_price: row.a, ask_size: row.av }),
        ...timesOf(row),
      }))
      return { ...headOf(answer), results, ...nextOf(answer) }
    },
  }),
]
