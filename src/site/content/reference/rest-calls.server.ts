import { type DataName, dataRoutes } from '#src/contract/data/data.ts'
import type { Words } from '#src/contract/words.ts'
import type reference from '#src/locales/en-US/reference.ts'

type Reference = Words<typeof reference>

/** The calls that the reference describes. The chart alone uses the symbol search. */
export type DocumentedName = Exclude<DataName, 'search'>

/** One data call as the documentation shows it; a test holds the list against the gateway's own routes. */
export type RestCall = { name: DocumentedName; path: string }

/** Which words describe the fields of an answer; the fields themselves are the contract's. */
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
  limits: 'limits',
}

const marketNames = [
  'kline',
  'klines',
  'quote',
  'quotes',
  'tick',
  'ticks',
  'depth',
  'depths',
  'trades',
  'bbo',
  'snapshot',
  'movers',
  'indicator',
] as const
const companyNames = ['company', 'fundamentals', 'splits', 'dividends', 'factors', 'ipos'] as const

/** The calls of a class, in the order of the documentation. */
export function classCalls(assetClass: string): RestCall[] {
  const names: readonly DocumentedName[] = assetClass === 'stock' ? [...marketNames, ...companyNames] : marketNames
  return names.map((name) => ({ name, path: dataRoutes[name].path.replace('{class}', assetClass) }))
}

export const symbolCalls = plainCalls('symbols', 'symbol', 'holidays')
/** Calls about whole markets. */
export const marketCalls = plainCalls(
  'marketStatus',
  'exchanges',
  'coverage',
  'convert',
  'splitCalendar',
  'dividendCalendar',
  'ipoCalendar',
  'earningsCalendar',
)
export const accountCalls = plainCalls('limits')

function plainCalls(...names: DocumentedName[]): readonly RestCall[] {
  return names.map((name) => ({ name, path: dataRoutes[name].path }))
}
