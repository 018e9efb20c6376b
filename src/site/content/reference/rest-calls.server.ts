import { dataRoutes } from '#src/contract/data/data.ts'
import type { DocumentedName } from '#src/locales/answer-words.ts'

/** One data call in the documentation. A test compares all documented calls with the gateway's routes. */
export type RestCall = { name: DocumentedName; path: string }

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
export const marketCalls = plainCalls(
  'marketStatus',
  'exchanges',
  'coverage',
  'files',
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
