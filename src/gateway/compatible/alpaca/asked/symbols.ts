import { refuse } from '#src/contract/errors.ts'
import { isWorldwide } from '#src/contract/market.ts'
import { currenciesOf } from '../../vendor/pair.ts'
import type { Asked, Ticker } from '../../vendor/route.ts'

export const region = 'US'
export const symbolsMax = 500

const coin = /.(USD[TC]?|EUR|BTC|ETH)$/

/** Crypto is `BTC/USD`, or `BTCUSD` if no share can have that name. All other symbols are US shares or funds. */
export function readTicker(text: string): Ticker {
  const isCoin = text.includes('/') || (text.length > 5 && coin.test(text.toUpperCase()))
  return { text, class: isCoin ? 'crypto' : 'stock', code: text }
}

/** Converts our code `BTCUSD` to `BTC/USD`. */
export function pairName(code: string): string {
  return currenciesOf(code).join('/')
}

type Query = Pick<Asked, 'query'>

/** The distinct symbols of a list, sorted, because the vendor's pages are in this order. */
function listed({ query }: Query): string[] {
  const texts = query.getAll('symbols').flatMap((text) => text.split(','))
  const names = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))]
  if (names.length > symbolsMax) throw refuse('too_many_symbols', { param: 'symbols', values: { max: symbolsMax } })
  return names.sort()
}

export const shares = (asked: Query): Ticker[] => listed(asked).map((text) => ({ text, class: 'stock', code: text }))
export const coins = (asked: Query): Ticker[] => listed(asked).map((text) => ({ text, class: 'crypto', code: text }))
export const share = ({ params: { symbol = '' } }: Pick<Asked, 'params'>): Ticker[] => [
  { text: symbol, class: 'stock', code: symbol },
]

/** The symbols of a call. Refuses a call without a symbol. */
export function wanted({ tickers }: Asked): readonly [Ticker, ...Ticker[]] {
  const [first, ...others] = tickers
  if (!first) throw refuse('missing_parameter', { param: 'symbols' })
  return [first, ...others]
}

export function regionOf({ class: name }: Ticker): string | undefined {
  return isWorldwide(name) ? undefined : region
}

/** A code without the separators that vary between spellings: `BTC/USD` and `BTCUSD`, `BRK.B` and `BRK-B`. */
export function plain(code: string): string {
  return code.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}
