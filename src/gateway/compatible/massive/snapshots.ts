import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { lookupOf } from '#src/market/instruments/symbol.ts'
import { type Answer, type Asked, type Part, type Route, route, type Ticker } from '../vendor/route.ts'
import { headOf, limitOf } from './pages.ts'
import { classOf, marketClass, marketOf, one, readTicker, regionOf, tickerOf } from './tickers.ts'
import { nanoseconds } from './times.ts'

type Quote = NonNullable<DataOutput<'quote'>>

const market = '/v2/snapshot/locale/{locale}/markets/{market}'

function tickersOf({ query }: Pick<Asked, 'query'>, name: string): string[] {
  return query.getAll(name).flatMap((text) => text.split(',').filter((ticker) => ticker.trim() !== ''))
}

const codesOf = (tickers: readonly string[]) => tickers.map((text) => readTicker(text.trim()).code).join(',')

/**
 * A quote has neither the newest minute nor the best bid and offer, so the vendor's `min` and `lastQuote` are absent.
 */
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

/** A row of the universal snapshot. */
function rowOf(ticker: string, { class: assetClass, delay = 0 }: Answer<'quotes' | 'snapshot'>, quote: Quote) {
  const { ld, o, p, h, l, t, v, ch, chp } = quote
  const timeframe = delay > 0 ? 'DELAYED' : 'REAL-TIME'
  const session = { change: ch, change_percent: chp, open: o, high: h, low: l, close: ld, previous_close: p }
  const shared = { ticker, type: marketOf(assetClass), last_updated: nanoseconds(t), timeframe }
  if (assetClass === 'indices') return { ...shared, value: ld, session }
  const trade = assetClass === 'forex' ? {} : { last_trade: { price: ld, last_updated: nanoseconds(t), timeframe } }
  return { ...shared, session: { ...session, price: ld, volume: v }, ...trade }
}

const universal = '/v3/snapshot'
const pageSizes = { standard: 10, max: 250 }

/** The tickers of a universal snapshot. */
function chosen(asked: Pick<Asked, 'query'>): Ticker[] {
  const texts = [...new Set([...tickersOf(asked, 'ticker.any_of'), ...tickersOf(asked, 'ticker')])]
  if (texts.length > pageSizes.max)
    throw refuse('too_many_symbols', { param: 'ticker.any_of', values: { max: pageSizes.max } })
  return texts.map((text) => readTicker(text.trim()))
}

/** The maximum number of codes in one of our calls. */
const codesMax = 100

function chosenParts({ tickers }: Asked): Part[] {
  return [...Map.groupBy(tickers, (ticker) => ticker.class)].flatMap(([name, own]) =>
    Array.from({ length: Math.ceil(own.length / codesMax) }, (_, page): Part => {
      const codes = own.slice(page * codesMax, (page + 1) * codesMax).map(({ code }) => code)
      return { call: 'quotes', class: name, query: { region: regionOf(name), codes: codes.join(',') } }
    }),
  )
}

function listOf(answer: Pick<Answer<'movers'>, 'requestId' | 'delay'>, quotes: readonly Quote[], asked: Asked) {
  const assetClass = marketClass(asked)
  const tickers = quotes.map((quote) => snapshotOf(tickerOf(assetClass, quote.s), assetClass, quote))
  return { ...headOf(answer), count: tickers.length, tickers }
}

/** The tickers of a market's snapshot. They have the class of the market, whatever their prefix. */
function ofMarketTickers(asked: Pick<Asked, 'params' | 'query'>): Ticker[] {
  const name = marketClass(asked)
  const tickers = tickersOf(asked, 'tickers').map((text) => readTicker(text.trim()))
  return tickers.map((ticker) => ({ ...ticker, class: name }))
}

const ofMarket = (asked: Asked) => ({ region: regionOf(marketClass(asked)) })

export const snapshotRoutes: readonly Route[] = [
  {
    pattern: universal,
    call: 'quotes',
    when: (asked) => chosen(asked).length > 0,
    tickers: chosen,
    parts: chosenParts,
    shape(answers, { tickers }) {
      const parts = answers.of('quotes')
      const found = new Map(
        parts.flatMap((part) =>
          Object.values(part.data).map((quote) => [`${part.class} ${lookupOf(quote.s)}`, { part, quote }]),
        ),
      )
      const results = tickers.map(({ text, class: name, code }) => {
        const known = found.get(`${name} ${lookupOf(code)}`)
        if (known) return rowOf(text, known.part, known.quote)
        return { ticker: text, error: 'NOT_FOUND', message: 'Ticker not found.' }
      })
      return { ...headOf(answers.one('quotes')), results }
    },
  },
  route({
    pattern: universal,
    call: 'snapshot',
    class: ({ query }) => classOf(query.get('type')) ?? 'stock',
    query(asked) {
      if (!classOf(asked.query.get('type'))) throw refuse('missing_parameter', { param: 'type' })
      const page = asked.query.get('cursor') ?? 0
      return { region: regionOf(asked.ticker.class), page, size: limitOf(asked, pageSizes) }
    },
    shape(answer) {
      const { content, last, page } = answer.data
      const results = content.map((quote) => rowOf(tickerOf(answer.class, quote.s), answer, quote))
      return { ...headOf(answer), results, ...(last ? {} : { next_url: answer.next(String(page + 1)) }) }
    },
  }),
  route({
    pattern: `${market}/tickers/{ticker}`,
    call: 'quote',
    query: one,
    shape(answer, { ticker }) {
      if (!answer.data) throw refuse('not_found')
      return { ...headOf(answer), ticker: snapshotOf(ticker.text, ticker.class, answer.data) }
    },
  }),
  {
    pattern: `${market}/tickers`,
    call: 'quotes',
    when: (asked) => ofMarketTickers(asked).length > 0,
    tickers: ofMarketTickers,
    parts: chosenParts,
    shape(answers) {
      const tickers = answers
        .of('quotes')
        .flatMap((part) =>
          Object.values(part.data).map((quote) => snapshotOf(tickerOf(part.class, quote.s), part.class, quote)),
        )
      return { ...headOf(answers.one('quotes')), count: tickers.length, tickers }
    },
  },
  {
    pattern: `${market}/tickers`,
    call: 'snapshot',
    parts: (asked) => [{ call: 'snapshot', class: marketClass(asked), query: { ...ofMarket(asked), size: 5_000 } }],
    shape(answers, asked) {
      const answer = answers.one('snapshot')
      return listOf(answer, answer.data.content, asked)
    },
  },
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
