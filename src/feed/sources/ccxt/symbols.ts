import type { MarketInterface, Ticker } from 'ccxt'
import type { Venue } from './venue.ts'

/**
 * The maximum number of symbols that are followed on an exchange. An exchange lists thousands of pairs, and each pair
 * needs subscriptions.
 */
const followedMax = 500
/** Currencies in which volumes are compared; `TOP` counts a coin once, by its largest market. */
const dollars = ['USD', 'USDT', 'USDC']

const pair = /^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/
const pattern = /^(?:[A-Z0-9]{1,20}|\*)\/(?:[A-Z0-9]{1,20}|\*)$/
const top = /^TOP:([1-9]\d{0,2})$/

export function isPair(entry: string): boolean {
  return pair.test(entry)
}

/**
 * The exchange's symbols that match the entries: pairs, patterns (`*` for base or quote) and `TOP:n`, the largest
 * markets. `missing`: pairs that the exchange does not list.
 */
export async function chooseSymbols(
  venue: Venue,
  entries: readonly string[],
): Promise<{ symbols: string[]; missing: string[] }> {
  const spot = Object.values(venue.markets ?? {}).flatMap((market) => (isFollowed(market) ? [market] : []))
  const known = new Set(spot.map(({ symbol }) => symbol))
  const chosen = new Set<string>()
  const missing: string[] = []
  for (const entry of entries) {
    const [, count] = top.exec(entry) ?? []
    if (count !== undefined) for (const symbol of await largest(venue, spot, Number(count))) chosen.add(symbol)
    else if (!isPair(entry)) for (const symbol of matching(spot, entry)) chosen.add(symbol)
    else if (known.has(entry)) chosen.add(entry)
    else missing.push(entry)
  }
  return { symbols: [...chosen].slice(0, followedMax), missing }
}

function isFollowed(market: MarketInterface | undefined): market is MarketInterface {
  return market !== undefined && market.spot === true && market.active !== false && pattern.test(market.symbol)
}

function matching(spot: readonly MarketInterface[], entry: string): string[] {
  const [base, quote] = entry.split('/')
  return spot
    .filter((market) => (base === '*' || market.base === base) && (quote === '*' || market.quote === quote))
    .map(({ symbol }) => symbol)
    .sort()
}

async function largest(venue: Venue, spot: readonly MarketInterface[], count: number): Promise<string[]> {
  const tickers = await venue.fetchTickers()
  const best = new Map<string, { symbol: string; volume: number }>()
  for (const { symbol, base, quote } of spot) {
    if (!dollars.includes(quote)) continue
    const volume = turnoverOf(tickers[symbol])
    if (volume > (best.get(base)?.volume ?? 0)) best.set(base, { symbol, volume })
  }
  const ranked = [...best.values()].sort((a, b) => b.volume - a.volume || (a.symbol < b.symbol ? -1 : 1))
  return ranked.slice(0, count).map(({ symbol }) => symbol)
}

function turnoverOf(ticker: Ticker | undefined): number {
  const { quoteVolume, baseVolume = 0, last = 0 } = ticker ?? {}
  return quoteVolume ?? (baseVolume ?? 0) * (last ?? 0)
}
