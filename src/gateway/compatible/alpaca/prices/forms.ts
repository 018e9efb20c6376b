import type { Route } from '../../vendor/route.ts'
import { coins, share, shares } from '../asked/symbols.ts'

/** One of the three forms of a vendor's call: for several shares, for one share, for several coins. */
type Form = { pattern: string; tickers: NonNullable<Route['tickers']>; isOne: boolean; isCoin: boolean }

/** `/v2/stocks/bars`, `/v2/stocks/{symbol}/bars`, `/v1beta3/crypto/{loc}/bars`. */
export function historyForms(name: string): Form[] {
  return formsOf(`/v2/stocks/${name}`, `/v2/stocks/{symbol}/${name}`, `/v1beta3/crypto/{loc}/${name}`)
}

/** `/v2/stocks/bars/latest`, `/v2/stocks/{symbol}/bars/latest`, `/v1beta3/crypto/{loc}/latest/bars`. */
export function latestForms(name: string): Form[] {
  return formsOf(
    `/v2/stocks/${name}/latest`,
    `/v2/stocks/{symbol}/${name}/latest`,
    `/v1beta3/crypto/{loc}/latest/${name}`,
  )
}

export function formsOf(several: string, one: string, crypto: string): Form[] {
  return [
    { pattern: several, tickers: shares, isOne: false, isCoin: false },
    { pattern: one, tickers: share, isOne: true, isCoin: false },
    { pattern: crypto, tickers: coins, isOne: false, isCoin: true },
  ]
}
