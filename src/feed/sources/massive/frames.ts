import type { VendorClass, VendorQuote, VendorSymbol, VendorTrade } from '../vendor/vendor.ts'

/** A WebSocket of the vendor; each serves a group of classes. */
export type Cluster = 'stocks' | 'crypto' | 'forex'

export const clusterOf: Readonly<Record<VendorClass, Cluster>> = {
  stock: 'stocks',
  fund: 'stocks',
  crypto: 'crypto',
  forex: 'forex',
}

/** The vendor's channels for a symbol. The first channel identifies the symbol in a `Frame`. */
export function channelsOf({ class: name, name: written }: VendorSymbol): string[] {
  if (name === 'crypto') return [`XT.${written.replace('/', '-')}`, `XQ.${written.replace('/', '-')}`]
  return name === 'forex' ? [`C.${written}`] : [`T.${written}`, `Q.${written}`]
}

/** The symbol in REST notation: `AAPL`, `X:BTCUSD`, `C:EURUSD`. */
export function tickerOf({ class: name, name: written }: VendorSymbol): string {
  const pair = written.replace('/', '')
  return name === 'crypto' ? `X:${pair}` : name === 'forex' ? `C:${pair}` : written
}

/**
 * Conditions of trades whose price was not made in the market at their time: average price, cash sale, derivatively
 * priced, official open and close, next day, price variation, prior reference price, seller, sold out of sequence,
 * corrected close, contingent, QCT. From the vendor's table of conditions,
 * https://massive.com/glossary/conditions-indicators.
 */
const otherPrices = new Set([2, 7, 10, 13, 15, 16, 20, 21, 22, 29, 32, 33, 38, 52, 53])

export function isOfItsTime(conditions: unknown): boolean {
  return !Array.isArray(conditions) || !conditions.some((code) => otherPrices.has(Number(code)))
}

type Raw = Readonly<Record<string, unknown>>

/** The content of one socket message; `channel` as in `channelsOf`. */
export type Frame =
  | { kind: 'trade'; channel: string; trade: VendorTrade }
  | { kind: 'quote'; channel: string; quote: VendorQuote }
  | { kind: 'status'; status: string; message: string }

/**
 * Parses a message. Returns null for other types, and for a trade of a stock or fund if `isOfItsTime` is false.
 * `VendorLine`, not this function, refuses invalid numbers.
 */
export function readFrame(raw: Raw): Frame | null {
  const [time, price] = [Number(raw.t), Number(raw.p)]
  switch (raw.ev) {
    case 'status':
      return { kind: 'status', status: String(raw.status), message: String(raw.message ?? '') }
    case 'T':
      if (!isOfItsTime(raw.c)) return null
      return { kind: 'trade', channel: `T.${raw.sym}`, trade: tradeOf(raw.x, raw.i, time, price, raw.s, 0) }
    case 'XT':
      return {
        kind: 'trade',
        channel: `XT.${raw.pair}`,
        trade: tradeOf(raw.x, raw.i, time, price, raw.s, sideOf(raw.c)),
      }
    case 'Q':
      return { kind: 'quote', channel: `T.${raw.sym}`, quote: quoteOf(raw, time) }
    case 'XQ':
      return { kind: 'quote', channel: `XT.${raw.pair}`, quote: quoteOf(raw, time) }
    case 'C':
      return { kind: 'quote', channel: `C.${raw.p}`, quote: forexQuote(time, raw.b, raw.a) }
    default:
      return null
  }
}

/**
 * Converts a trade. The id includes exchange and price: the vendor's ids are unique only for a ticker, an exchange and
 * a reporting facility. Two facilities rarely report the same id with the same price.
 */
export function tradeOf(
  exchange: unknown,
  id: unknown,
  time: number,
  price: number,
  volume: unknown,
  side: VendorTrade['side'],
): VendorTrade {
  return { id: `${exchange}.${id}.${price}`, time, price, volume: Number(volume), side }
}

/** The side according to the conditions of crypto trades: 1 sold, 2 bought. */
export function sideOf(conditions: unknown): VendorTrade['side'] {
  if (!Array.isArray(conditions)) return 0
  return conditions.includes(1) ? 1 : conditions.includes(2) ? 2 : 0
}

export function forexQuote(time: number, bid: unknown, ask: unknown): VendorQuote {
  return { time, bid: Number(bid ?? 0), bidVolume: 0, ask: Number(ask ?? 0), askVolume: 0 }
}

function quoteOf({ bp, bs, ap, as: askSize }: Raw, time: number): VendorQuote {
  const [bid, bidVolume] = [Number(bp ?? 0), Number(bs ?? 0)]
  return { time, bid, bidVolume, ask: Number(ap ?? 0), askVolume: Number(askSize ?? 0) }
}
