import type { Trade } from '@alpacahq/alpaca-trade-api'
import type { VendorTrade } from '../vendor/vendor.ts'

/**
 * Conditions of trades whose price was not made in the market at their time: average price, cash sale, price variation, official open
 * and close, next day, prior reference price, seller, sold out of sequence, contingent, derivatively priced, QCT, corrected close. From
 * the plans of the tapes, https://docs.alpaca.markets/docs/market-data-faq. `B` is an average price on the tapes A and B alone.
 */
const otherPrices = new Set(['C', 'H', 'M', 'N', 'P', 'Q', 'R', 'U', 'V', 'W', 'Z', '4', '7', '9'])

export function isOfItsTime(conditions: readonly string[] | undefined, tape: string | undefined): boolean {
  return !(conditions ?? []).some((code) => otherPrices.has(code) || (code === 'B' && (tape === 'A' || tape === 'B')))
}

/** Ids are unique for a symbol and an exchange. */
export function tradeOf({ idRaw, id, exchange, timestamp, price, size, takerSide }: Trade): VendorTrade {
  const side = takerSide === 'S' ? 1 : takerSide === 'B' ? 2 : 0
  return { id: `${exchange ?? ''}.${idRaw ?? id}.${price}`, time: timestamp.getTime(), price, volume: size, side }
}
