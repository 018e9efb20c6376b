import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, type BarInterval, intervalMs } from '#src/contract/market.ts'
import { entryOf } from '#src/contract/record.ts'
import { isIntraday, parseInterval } from '#src/market/bars/interval.ts'
import { limitMax, writeCursor } from '../../../rest/prices/kline-query.ts'
import { startOfDay } from '../../vendor/days.ts'
import type { Answers, Asked, Parameters, Part, Route, Ticker } from '../../vendor/route.ts'
import { checkChoices, inOrder, limitOf, orderOf, type Page, pageOf, tokenOf } from '../asked/pages.ts'
import { regionOf } from '../asked/symbols.ts'
import { datesIn, spanOf, timeText } from '../asked/times.ts'
import { batches, bySymbol } from './batches.ts'
import { historyForms } from './forms.ts'

type Bar = DataOutput<'kline'>[number]

export const barColumns = 't,o,h,l,c,v,vw,nt'
const units: Readonly<Record<string, string>> = {
  min: 'm',
  t: 'm',
  hour: 'h',
  h: 'h',
  day: 'd',
  d: 'd',
  week: 'w',
  w: 'w',
}
const months: Readonly<Record<string, BarInterval>> = { 1: '1M', 3: '1Q', 12: '1y' }
const timeframes = [
  ...[1, 3, 5, 10, 15, 30, 45].map((count) => `${count}Min`),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => `${count}Hour`),
  ...['1Day', '3Day', '1Week', '1Month', '3Month', '12Month'],
]
const adjustments: Readonly<Record<string, string>> = {
  ...{ raw: 'none', split: 'split', dividend: 'dividend', all: 'all' },
  ...{ 'split,dividend': 'all', 'dividend,split': 'all' },
}
/**
 * A page may read this number times its maximum of rows, because most symbols have fewer bars than the time range could
 * have.
 */
const rowsRead = 2

/** Parses `1Min`, `5T`, `1Hour`, `1Day`, `1Week` and `3Month`. Refuses intervals that we do not have. */
export function intervalOf({ query }: Asked): BarInterval {
  const text = query.get('timeframe') ?? ''
  if (text === '') throw refuse('missing_parameter', { param: 'timeframe' })
  const [, count = '', unit = ''] = /^(\d{1,2})([A-Za-z]+)$/.exec(text) ?? []
  const ours = units[unit.toLowerCase()]
  const isMonth = unit === 'M' || unit.toLowerCase() === 'month'
  const interval = isMonth ? months[count] : ours && parseInterval(`${count}${ours}`)
  if (!interval) throw refuse('invalid_interval', { param: 'timeframe', extra: { allowed: timeframes } })
  return interval
}

function barQuery(asked: Asked, assetClass: AssetClass): Parameters {
  checkChoices(asked)
  const adjust = entryOf(adjustments, asked.query.get('adjustment')?.toLowerCase() || 'raw')
  if (adjust === undefined) throw refuse('invalid_parameter', { param: 'adjustment' })
  const interval = intervalOf(asked)
  const span = spanOf(asked, assetClass)
  if (span.start > span.end) throw refuse('range_reversed', { param: 'start' })
  const { from, to } = isIntraday(interval) ? { from: span.start, to: span.end } : datesIn(assetClass, span)
  return { interval, from: Math.min(from, to), to, order: orderOf(asked), adjust, columns: barColumns }
}

/** The number of symbols that a page reads, and the number of bars of each symbol. */
function sizeOf(asked: Asked, { tickers }: Page): { limit: number; symbols: number; each: number } {
  const limit = limitOf(asked, 1_000)
  const { start, end } = spanOf(asked, tickers[0].class)
  const fitting = Math.ceil((end - start) / intervalMs[intervalOf(asked)]) + 2
  const each = Math.min(limit, limitMax, fitting)
  return { limit, symbols: Math.max(1, Math.floor((rowsRead * limit) / each)), each }
}

function partsOf(asked: Asked): Part[] {
  const page = pageOf(asked)
  const { cursor } = page
  const [first] = page.tickers
  const { limit, symbols, each } = sizeOf(asked, page)
  const query = barQuery(asked, first.class)
  if (cursor === undefined) return batches(page.tickers.slice(0, symbols), 'klines', { ...query, limit: each })
  const place = { code: first.code, region: regionOf(first), limit: Math.min(limit, limitMax), cursor }
  return [{ call: 'kline', class: first.class, query: { ...query, ...place } }]
}

type Shown = { bars: Map<string, Bar[]>; token: string | null }

function pageShown(answers: Answers, asked: Asked): Shown {
  const page = pageOf(asked)
  const [first, second] = page.tickers
  if (page.cursor !== undefined) {
    const { data, nextCursor } = answers.one('kline')
    const token = nextCursor === undefined ? tokenOf(second) : tokenOf(first, nextCursor)
    return { bars: new Map([[first.text, inOrder(data, asked)]]), token }
  }
  const { symbols } = sizeOf(asked, page)
  const read = page.tickers.slice(0, symbols)
  return fill(asked, bySymbol(answers.of('klines'), read), read, page.tickers[symbols])
}

/** Fills a page with the bars of the symbols, in their order, up to the limit. */
function fill(asked: Asked, found: Map<string, Bar[]>, read: readonly Ticker[], after: Ticker | undefined): Shown {
  const { limit, each } = sizeOf(asked, pageOf(asked))
  const order = orderOf(asked) === 'desc' ? 'newest' : 'oldest'
  const bars = new Map<string, Bar[]>()
  let left = limit
  for (const [index, ticker] of read.entries()) {
    const rows = inOrder(found.get(ticker.text) ?? [], asked)
    const shown = rows.slice(0, left)
    if (shown.length > 0) bars.set(ticker.text, shown)
    left -= shown.length
    const last = shown.at(-1)
    if (last && (shown.length < rows.length || rows.length >= each))
      return { bars, token: tokenOf(ticker, writeCursor(order, last.t + (order === 'newest' ? -1 : 1))) }
    if (left === 0) return { bars, token: tokenOf(read[index + 1] ?? after) }
  }
  return { bars, token: tokenOf(after) }
}

/** A bar in the vendor's form. `vw` and `n` are null if no trades are stored. */
export function barOf({ t, o, h, l, c, v, vw = null, nt = null }: Bar, assetClass: AssetClass, isOfDays: boolean) {
  return { t: timeText(isOfDays ? startOfDay(assetClass, t) : t), o, h, l, c, v, n: nt, vw }
}

/** The vendor shows a minute only after its end. */
export function isShown({ final }: Bar, interval: BarInterval): boolean {
  return interval !== '1m' || final !== false
}

export const barRoutes: readonly Route[] = historyForms('bars').map(({ pattern, tickers, isOne }) => ({
  pattern,
  tickers,
  call: 'klines',
  parts: partsOf,
  shape(answers, asked) {
    const { bars: found, token } = pageShown(answers, asked)
    const interval = intervalOf(asked)
    const { class: name } = asked.ticker
    const { start } = spanOf(asked, name)
    const dates = isIntraday(interval) ? null : datesIn(name, spanOf(asked, name))
    const first = dates?.from ?? start
    const bars = [...found].map(([symbol, rows]) => {
      const shown = rows.filter((bar) => isShown(bar, interval) && bar.t >= first)
      return [symbol, shown.map((bar) => barOf(bar, name, dates !== null))] as const
    })
    if (!isOne) return { bars: Object.fromEntries(bars), next_page_token: token }
    return { symbol: asked.ticker.text, bars: bars[0]?.[1] ?? [], next_page_token: token }
  },
}))
