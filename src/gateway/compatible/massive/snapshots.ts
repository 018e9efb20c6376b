import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { type Answer, type Asked, type Route, route } from '../vendor/route.ts'
import { headOf } from './pages.ts'
import { classOf, one, readTicker, regionOf, tickerOf } from './tickers.ts'
import { nanoseconds } from './times.ts'

type Quote = NonNullable<DataOutput<'quote'>>

const market = '/v2/snapshot/locale/{locale}/markets/{market}'

function marketClass({ params }: Asked): AssetClass {
  const found = classOf(params.market)
  if (!found) throw refuse('unknown_class')
  return found
}

function tickersOf({ query }: Asked, name: string): string[] {
  return query.getAll(name).flatMap((text) => text.split(',').filter((ticker) => ticker.trim() !== ''))
}

const codesOf = (tickers: readonly string[]) => tickers.map((text) => readTicker(text.trim()).code).join(',')

/** Quotes have neither the newest minute nor the best bid and offer, so the vendor's `min` and `lastQuote` are absent. */
function snapshotOf(ticker: string, assetClass: AssetClass, quote: Quote) {
  const { ld, o, p, h, l, t, v, tu, ch, chp } = quote
  const average = tu > 0 && v > 0 ? { vw: tu / v } : {}
  return {
    ticker,
    todaysChange: ch,
    todaysChangePerc: chp,
    updated: nanoseconds(t),
    day: { o, h, l, c: ld, v, ...average },
    ...(assetClass === 'forex' ? {} : { lastTrade: { p: ld, t: nanoseconds(t) } }),
    prevDay: { c: p },
  }
}

function listOf(answer: Pick<Answer<'movers'>, 'requestId' | 'delay'>, quotes: readonly Quote[], asked: Asked) {
  const assetClass = marketClass(asked)
  const tickers = quotes.map((quote) => snapshotOf(tickerOf(assetClass, quote.s), assetClass, quote))
  return { ...headOf(answer), count: tickers.length, tickers }
}

const ofMarket = (asked: Asked) => ({ region: regionOf(marketClass(asked)) })

export const snapshotRoutes: readonly Route[] = [
  route({
    pattern: `${market}/tickers/{ticker}`,
    call: 'quote',
    query: one,
    shape(answer, { ticker }) {
      if (!answer.data) throw refuse('not_found')
      return { ...headOf(answer), ticker: snapshotOf(ticker.text, ticker.class, answer.data) }
    },
  }),
  route({
    pattern: `${market}/tickers`,
    call: 'quotes',
    when: (asked) => tickersOf(asked, 'tickers').length > 0,
    class: marketClass,
    query: (asked) => ({ ...ofMarket(asked), codes: codesOf(tickersOf(asked, 'tickers')) }),
    shape: (answer, asked) => listOf(answer, Object.values(answer.data), asked),
  }),
  route({
    pattern: `${market}/tickers`,
    call: 'snapshot',
    class: marketClass,
    query: (asked) => ({ ...ofMarket(asked), size: 5_000 }),
    shape: (answer, asked) => listOf(answer, answer.data.content, asked),
  }),
  ...(['gainers', 'losers'] as const).map((by) =>
    route({
      pattern: `${market}/${by}`,
      call: 'movers',
      class: marketClass,
      query: (asked) => ({ ...ofMarket(asked), by }),
      shape: (answer, asked) => listOf(answer, answer.data.content, asked),
    }),
  ),
  route({
    pattern: '/v3/snapshot/indices',
    call: 'quotes',
    class: () => 'indices',
    query: (asked) => ({ codes: codesOf([...tickersOf(asked, 'ticker.any_of'), ...tickersOf(asked, 'ticker')]) }),
    shape(answer) {
      const results = Object.values(answer.data).map(({ s, ld, o, h, l, p, ch, chp, t }) => ({
        ticker: tickerOf('indices', s),
        type: 'indices',
        value: ld,
        last_updated: nanoseconds(t),
        session: { open: o, high: h, low: l, close: ld, previous_close: p, change: ch, change_percent: chp },
      }))
      return { ...headOf(answer), results }
    },
  }),
]
