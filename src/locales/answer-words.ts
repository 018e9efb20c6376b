import type { DataName } from '#src/contract/data/data.ts'
import type { Words } from '#src/contract/words.ts'
import type reference from './en-US/reference.ts'

type Reference = Words<typeof reference>

/** The calls that the reference documents: all except the symbol search, which only the chart uses. */
export type DocumentedName = Exclude<DataName, 'search'>

/** The section of the reference with the field descriptions of each call's response. */
export const answerWords: Record<DocumentedName, keyof Reference['fields']> = {
  kline: 'bar',
  klines: 'bar',
  quote: 'quote',
  quotes: 'quote',
  tick: 'tick',
  ticks: 'tick',
  depth: 'depth',
  depths: 'depth',
  trades: 'trade',
  bbo: 'bestQuote',
  snapshot: 'quote',
  movers: 'quote',
  indicator: 'indicator',
  company: 'company',
  fundamentals: 'fundamentals',
  splits: 'split',
  dividends: 'dividend',
  factors: 'factor',
  ipos: 'ipo',
  symbols: 'symbol',
  symbol: 'info',
  holidays: 'holiday',
  marketStatus: 'status',
  exchanges: 'exchange',
  coverage: 'coverage',
  convert: 'conversion',
  splitCalendar: 'split',
  dividendCalendar: 'dividend',
  ipoCalendar: 'ipo',
  earningsCalendar: 'earnings',
  files: 'file',
  limits: 'limits',
}
