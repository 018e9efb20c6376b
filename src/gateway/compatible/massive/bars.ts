import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AssetClass, BarInterval } from '#src/contract/market.ts'
import { entryOf } from '#src/contract/record.ts'
import { isIntraday, parseInterval } from '#src/market/bars/interval.ts'
import { startOfDay } from '../vendor/days.ts'
import { type Answer, type Asked, type Part, type Route, route } from '../vendor/route.ts'
import { headOf, inOrder, limitOf, nextOf, orderOf } from './pages.ts'
import { marketClass, one, regionOf, tickerOf } from './tickers.ts'
import { barTime } from './times.ts'

type Bar = DataOutput<'kline'>[number]

const units: Readonly<Record<string, string>> = {
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
  quarter: 'q',
  year: 'y',
}
const columns = 't,o,h,l,c,v,vw,nt'

export function intervalOf(multiplier: string, timespan: string): BarInterval {
  const unit = entryOf(units, timespan.toLowerCase())
  if (unit === undefined)
    throw refuse('invalid_interval', { param: 'timespan', extra: { allowed: Object.keys(units) } })
  const interval = parseInterval(multiplier + unit)
  if (interval === null)
    throw refuse('invalid_interval', { param: 'multiplier', extra: { allowed: multiplesOf(unit) } })
  return interval
}

function multiplesOf(unit: string): string[] {
  return Array.from({ length: 720 }, (_, n) => String(n + 1)).filter((multiple) => parseInterval(multiple + unit))
}

export function isAdjusted({ query }: Asked): boolean {
  return query.get('adjusted')?.toLowerCase() !== 'false'
}

const adjustOf = (asked: Asked) => (isAdjusted(asked) ? 'split' : 'none')

function barOf({ t, o, h, l, c, v, vw, nt }: Bar, { ticker }: Asked, isOfDays: boolean) {
  return {
    ...(ticker.class === 'indices' ? {} : { v }),
    ...(vw === null || vw === undefined ? {} : { vw }),
    ...{ o, c, h, l, t: isOfDays ? startOfDay(ticker.class, t) : t },
    ...(nt === null || nt === undefined ? {} : { n: nt }),
  }
}

function rangeInterval({ params: { multiplier = '', timespan = '' } }: Asked): BarInterval {
  return intervalOf(multiplier, timespan)
}

function listed(answer: Answer<'kline'>, asked: Asked, results: object[]) {
  return {
    ticker: asked.ticker.text,
    queryCount: results.length,
    resultsCount: results.length,
    adjusted: isAdjusted(asked),
    results,
    ...headOf(answer),
    count: results.length,
  }
}

export const barRoutes: readonly Route[] = [
  route({
    pattern: '/v2/aggs/ticker/{ticker}/range/{multiplier}/{timespan}/{from}/{to}',
    call: 'kline',
    query(asked) {
      const interval = rangeInterval(asked)
      return {
        ...one(asked),
        interval,
        from: barTime(asked, 'from', !isIntraday(interval)),
        to: barTime(asked, 'to', !isIntraday(interval)),
        limit: limitOf(asked, { standard: 5_000, max: 5_000 }),
        order: orderOf(asked, 'sort', 'asc'),
        cursor: asked.query.get('cursor') ?? undefined,
        adjust: adjustOf(asked),
        columns,
      }
    },
    shape(answer, asked) {
      const isOfDays = !isIntraday(rangeInterval(asked))
      const rows = inOrder(answer.data, orderOf(asked, 'sort', 'asc'))
      const bars = rows.map((bar) => barOf(bar, asked, isOfDays))
      return { ...listed(answer, asked, bars), ...nextOf(answer) }
    },
  }),
  route({
    pattern: '/v2/aggs/ticker/{ticker}/prev',
    call: 'kline',
    query: (asked) => ({ ...one(asked), interval: '1d', limit: 2, adjust: adjustOf(asked), columns }),
    shape(answer, asked) {
      const finished = answer.data.filter(({ final }) => final !== false).slice(-1)
      const bars = finished.map((bar) => ({ T: asked.ticker.text, ...barOf(bar, asked, true) }))
      return listed(answer, asked, bars)
    },
  }),
  {
    pattern: '/v2/aggs/grouped/locale/{locale}/market/{market}/{date}',
    call: 'snapshot',
    class: marketClass,
    parts: (asked) => {
      const query = { date: asked.params.date, adjust: adjustOf(asked), size: 5_000 }
      const of = (name: AssetClass): Part => ({
        ...{ call: 'snapshot', class: name, mayLack: name === 'fund' },
        query: { ...query, region: regionOf(name) },
      })
      return asked.ticker.class === 'stock' ? [of('fund'), of('stock')] : [of(asked.ticker.class)]
    },
    shape(answers, asked) {
      const parts = answers.of('snapshot')
      const results = parts.flatMap((part) =>
        part.data.content.map(({ s, o, h, l, ld: c, v, tu, t }) => ({
          ...{ T: tickerOf(part.class, s), v, ...(tu > 0 && v > 0 ? { vw: tu / v } : {}), o, c, h, l, t },
        })),
      )
      const { request_id } = headOf(answers.one('snapshot'))
      const status = parts.some(({ delay = 0 }) => delay > 0) ? 'DELAYED' : 'OK'
      const counts = { queryCount: results.length, resultsCount: results.length, count: results.length }
      return { adjusted: isAdjusted(asked), ...counts, results, status, request_id }
    },
  },
  route({
    pattern: '/v1/open-close/{ticker}/{date}',
    call: 'kline',
    query: (asked) => dayQuery(asked),
    shape(answer, asked) {
      const { o: open, h: high, l: low, c: close, v: volume } = dayOf(answer)
      const { ticker, params } = asked
      const amount = ticker.class === 'indices' ? {} : { volume }
      return {
        status: headOf(answer).status,
        from: params.date,
        symbol: ticker.text,
        open,
        high,
        low,
        close,
        ...amount,
      }
    },
  }),
  route({
    pattern: '/v1/open-close/crypto/{from}/{to}/{date}',
    call: 'kline',
    class: () => 'crypto',
    query: (asked) => ({ ...dayQuery(asked), code: pairOf(asked) }),
    shape(answer, { params: { from, to, date } }) {
      const { o: open, c: close } = dayOf(answer)
      return { symbol: `${from}-${to}`, isUTC: true, day: date, open, close }
    },
  }),
]

function dayQuery(asked: Asked) {
  const date = barTime({ ...asked, params: { from: asked.params.date ?? '' } }, 'from', true)
  return { ...one(asked), interval: '1d', from: date, to: date, limit: 1, adjust: adjustOf(asked) }
}

function dayOf({ data: [bar] }: Answer<'kline'>): Bar {
  if (!bar) throw refuse('not_found')
  return bar
}

/** The code of a pair whose two currencies are separate segments of the path. */
export function pairOf({ params }: Asked): string {
  return `${params.from}${params.to}`
}
