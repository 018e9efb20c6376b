import type { DataOutput } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Answers, Asked, Part, Route, Ticker } from '../../vendor/route.ts'
import { checkChoices } from '../asked/pages.ts'
import { coins, wanted } from '../asked/symbols.ts'
import { timeText } from '../asked/times.ts'
import { barColumns, barOf, isShown } from './bars.ts'
import { batches, bySymbol } from './batches.ts'
import { formsOf, latestForms } from './forms.ts'

type Tick = DataOutput<'ticks'>[string]
type Book = DataOutput<'depths'>[string]
type Bar = DataOutput<'kline'>[number]

const tradeOf = ({ t, ld: p, v: s }: Tick) => ({ t: timeText(t), p, s })
const level = ({ p, v: s }: Book['a'][number]) => ({ p, s })
const bookOf = ({ t, a, b }: Book) => ({ t: timeText(t), a: a.map(level), b: b.map(level) })

/** The vendor has 0 for a side without orders. */
function quoteOf({ t, a: [ask], b: [bid] }: Book) {
  return { t: timeText(t), ap: ask?.p ?? 0, as: ask?.v ?? 0, bp: bid?.p ?? 0, bs: bid?.v ?? 0 }
}

/** The newest two bars: the last minute may not have ended, and a snapshot has two days. */
function newestBars(tickers: readonly Ticker[], interval: '1m' | '1d'): Part[] {
  return batches(tickers, 'klines', { interval, limit: 2, columns: barColumns })
}

function minuteOf(bars: readonly Bar[], { class: name }: Ticker) {
  const bar = bars.findLast((one) => isShown(one, '1m'))
  return bar && barOf(bar, name, false)
}

/** One value per symbol. `parts`: the calls for the values. `read`: finds the values in the responses. */
type Latest = {
  parts: (tickers: readonly Ticker[]) => Part[]
  read: (answers: Answers, tickers: readonly Ticker[]) => Map<string, object>
}

function mapped<Value>(
  values: Map<string, Value>,
  tickers: readonly Ticker[],
  show: (value: Value, ticker: Ticker) => object | undefined,
) {
  return new Map(
    tickers.flatMap((ticker) => {
      const value = values.get(ticker.text)
      const found = value === undefined ? undefined : show(value, ticker)
      return found ? [[ticker.text, found] as const] : []
    }),
  )
}

const kinds: Readonly<Record<'bars' | 'trades' | 'quotes' | 'orderbooks', Latest>> = {
  bars: {
    parts: (tickers) => newestBars(tickers, '1m'),
    read: (answers, tickers) => mapped(bySymbol(answers.of('klines'), tickers), tickers, minuteOf),
  },
  trades: {
    parts: (tickers) => batches(tickers, 'ticks'),
    read: (answers, tickers) => mapped(bySymbol(answers.of('ticks'), tickers), tickers, tradeOf),
  },
  quotes: {
    parts: (tickers) => batches(tickers, 'depths'),
    read: (answers, tickers) => mapped(bySymbol(answers.of('depths'), tickers), tickers, quoteOf),
  },
  orderbooks: {
    parts: (tickers) => batches(tickers, 'depths'),
    read: (answers, tickers) => mapped(bySymbol(answers.of('depths'), tickers), tickers, bookOf),
  },
}

const snapshots: Latest = {
  parts: (tickers) => [
    ...batches(tickers, 'ticks'),
    ...batches(tickers, 'depths'),
    ...newestBars(tickers, '1m'),
    ...newestBars(tickers, '1d'),
  ],
  read(answers, tickers) {
    const ticks = bySymbol(answers.of('ticks'), tickers)
    const books = bySymbol(answers.of('depths'), tickers)
    const bars = answers.of('klines')
    const minutes = bySymbol(bars.slice(0, bars.length / 2), tickers)
    const days = bySymbol(bars.slice(bars.length / 2), tickers)
    return mapped(new Map(tickers.map(({ text }) => [text, text])), tickers, (text, ticker) => {
      const [tick, book, minute] = [ticks.get(text), books.get(text), minuteOf(minutes.get(text) ?? [], ticker)]
      const [day, before] = (days.get(text) ?? []).toReversed().map((bar) => barOf(bar, ticker.class, true))
      const shown = {
        ...(tick && { latestTrade: tradeOf(tick) }),
        ...(book && { latestQuote: quoteOf(book) }),
        ...(minute && { minuteBar: minute }),
        ...(day && { dailyBar: day }),
        ...(before && { prevDailyBar: before }),
      }
      return Object.keys(shown).length > 0 ? shown : undefined
    })
  },
}

function partsOf({ parts }: Latest, asked: Asked): Part[] {
  checkChoices(asked)
  return parts(wanted(asked))
}

function onlyOne(values: Map<string, object>): object {
  const [value] = values.values()
  if (!value) throw refuse('not_found')
  return value
}

const latestRoutes = (['bars', 'trades', 'quotes'] as const).flatMap((name) =>
  latestForms(name).map(({ pattern, tickers, isOne }): Route => {
    const latest = kinds[name]
    return {
      pattern,
      tickers,
      call: 'klines',
      parts: (asked) => partsOf(latest, asked),
      shape(answers, asked) {
        const values = latest.read(answers, asked.tickers)
        if (!isOne) return { [name]: Object.fromEntries(values) }
        return { symbol: asked.ticker.text, [name.slice(0, -1)]: onlyOne(values) }
      },
    }
  }),
)

const snapshotForms = formsOf('/v2/stocks/snapshots', '/v2/stocks/{symbol}/snapshot', '/v1beta3/crypto/{loc}/snapshots')

export const stateRoutes: readonly Route[] = [
  ...latestRoutes,
  {
    pattern: '/v1beta3/crypto/{loc}/latest/orderbooks',
    tickers: coins,
    call: 'depths',
    parts: (asked) => partsOf(kinds.orderbooks, asked),
    shape: (answers, { tickers }) => ({ orderbooks: Object.fromEntries(kinds.orderbooks.read(answers, tickers)) }),
  },
  ...snapshotForms.map(
    ({ pattern, tickers, isOne, isCoin }): Route => ({
      pattern,
      tickers,
      call: 'klines',
      parts: (asked) => partsOf(snapshots, asked),
      shape(answers, asked) {
        const values = snapshots.read(answers, asked.tickers)
        if (isOne) return { symbol: asked.ticker.text, ...onlyOne(values) }
        return isCoin ? { snapshots: Object.fromEntries(values) } : Object.fromEntries(values)
      },
    }),
  ),
]
