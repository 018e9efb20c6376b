import { roundTo } from '#src/market/bars/bar.ts'
import type { VendorBook, VendorQuote, VendorTrade } from './vendor.ts'

export function isSound({ time, bid, bidVolume, ask, askVolume }: VendorQuote): boolean {
  if (!Number.isSafeInteger(time) || !Number.isFinite(bid + bidVolume + ask + askVolume)) return false
  if (Math.min(bid, bidVolume, ask, askVolume) < 0 || bid + ask === 0) return false
  return bid === 0 || ask === 0 || bid <= ask
}

export function bookOf({ time, bid, bidVolume, ask, askVolume }: VendorQuote): VendorBook {
  const side = (price: number, volume: number) => (price > 0 ? [{ price, volume, orders: 0 }] : [])
  return { time, asks: side(ask, askVolume), bids: side(bid, bidVolume) }
}

/** Currencies are quoted with at most five decimals, so their middle has at most six. */
const middleDecimals = 6

/** Currencies have no trades, so each quote gives one price: the middle of bid and offer; NaN if either is missing. */
export function middleOf({ time, bid, ask }: VendorQuote): VendorTrade {
  const price = bid > 0 && ask > 0 ? roundTo((bid + ask) / 2, middleDecimals) : Number.NaN
  return { id: `${time}/${bid}/${ask}`, time, price, volume: 0, side: 0 }
}
