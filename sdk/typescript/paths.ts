import type { DataName, DataRoutes } from '#src/contract/data/data.ts'

/** Where each call is: the contract's own paths. Its schemas stay on the server. */
export const paths: { readonly [N in DataName]: DataRoutes[N]['path'] } = {
  kline: '/{class}/kline',
  klines: '/{class}/klines',
  indicator: '/{class}/indicator',
  tick: '/{class}/tick',
  ticks: '/{class}/ticks',
  quote: '/{class}/quote',
  quotes: '/{class}/quotes',
  depth: '/{class}/depth',
  depths: '/{class}/depths',
  symbols: '/symbol/list',
  symbol: '/symbol/info',
  holidays: '/symbol/v2/holidays',
  search: '/symbol/web/page',
  company: '/stock/info',
  fundamentals: '/stock/fundamentals',
  splits: '/stock/split',
  dividends: '/stock/dividend',
  factors: '/stock/factors',
  ipos: '/stock/ipo',
  limits: '/account/limits',
}
