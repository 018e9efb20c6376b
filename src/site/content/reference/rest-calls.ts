import type { Words } from '#src/contract/words.ts'
import type reference from '#src/locales/en-US/reference.ts'

type Reference = Words<typeof reference>

/** One data call as the documentation shows it; a test holds the list against the gateway's own routes. */
export type RestCall = {
  path: string
  summary: keyof Reference['calls']
  /** Which words describe the fields of its answer; the fields themselves are the contract's. */
  answer: keyof Reference['fields']
}

const companyCalls: readonly RestCall[] = [
  { path: '/stock/info', summary: 'company', answer: 'company' },
  { path: '/stock/fundamentals', summary: 'fundamentals', answer: 'fundamentals' },
  { path: '/stock/split', summary: 'split', answer: 'split' },
  { path: '/stock/dividend', summary: 'dividend', answer: 'dividend' },
  { path: '/stock/factors', summary: 'factors', answer: 'factor' },
  { path: '/stock/ipo', summary: 'ipo', answer: 'ipo' },
]

export function classCalls(assetClass: string): RestCall[] {
  return [...marketCalls(assetClass), ...(assetClass === 'stock' ? companyCalls : [])]
}

function marketCalls(assetClass: string): RestCall[] {
  const path = (name: string) => `/${assetClass}/${name}`
  return [
    { path: path('kline'), summary: 'kline', answer: 'bar' },
    { path: path('klines'), summary: 'klines', answer: 'bar' },
    { path: path('quote'), summary: 'quote', answer: 'quote' },
    { path: path('quotes'), summary: 'quotes', answer: 'quote' },
    { path: path('tick'), summary: 'tick', answer: 'tick' },
    { path: path('ticks'), summary: 'ticks', answer: 'tick' },
    { path: path('depth'), summary: 'depth', answer: 'depth' },
    { path: path('depths'), summary: 'depths', answer: 'depth' },
    { path: path('indicator'), summary: 'indicator', answer: 'indicator' },
  ]
}

export const symbolCalls: readonly RestCall[] = [
  { path: '/symbol/list', summary: 'list', answer: 'symbol' },
  { path: '/symbol/info', summary: 'info', answer: 'info' },
  { path: '/symbol/v2/holidays', summary: 'holidays', answer: 'holiday' },
]

export const accountCalls: readonly RestCall[] = [{ path: '/account/limits', summary: 'limits', answer: 'limits' }]
