import type { marketData, Trade } from '@alpacahq/alpaca-trade-api'
import type { SourceAction } from '#src/market/action-edits/source-actions.ts'
import type { VendorTrade } from '../vendor/vendor.ts'

/**
 * Conditions of trades whose price was not made in the market at their time: average price, cash sale, price
 * variation, official open and close, next day, prior reference price, seller, sold out of sequence, contingent,
 * derivatively priced, QCT, corrected close. Source: the tapes' plans,
 * https://docs.alpaca.markets/docs/market-data-faq. `B` is an average price only on the tapes A and B.
 */
const otherPrices = new Set(['C', 'H', 'M', 'N', 'P', 'Q', 'R', 'U', 'V', 'W', 'Z', '4', '7', '9'])

export function isOfItsTime(conditions: readonly string[] | undefined, tape: string | undefined): boolean {
  return !(conditions ?? []).some((code) => otherPrices.has(code) || (code === 'B' && (tape === 'A' || tape === 'B')))
}

/**
 * Converts a trade. The id includes exchange and price, as in `massive/frames.ts`, because the vendor's ids are unique
 * only for a symbol and an exchange.
 */
export function tradeOf({ idRaw, id, exchange, timestamp, price, size, takerSide }: Trade): VendorTrade {
  const side = takerSide === 'S' ? 1 : takerSide === 'B' ? 2 : 0
  return { id: `${exchange ?? ''}.${idRaw ?? id}.${price}`, time: timestamp.getTime(), price, volume: size, side }
}

/** A stock dividend of 0.05 a share counts as a split of 1.05 for 1. An empty currency means US dollars. */
export function actionsOf({
  forwardSplits = [],
  reverseSplits = [],
  stockDividends = [],
  cashDividends = [],
}: marketData.CorporateActions): SourceAction[] {
  return [
    ...[...forwardSplits, ...reverseSplits].map(({ exDate, newRate, oldRate }) => splitOf(exDate, newRate, oldRate)),
    ...stockDividends.map(({ exDate, rate }) => splitOf(exDate, 1 + rate, 1)),
    ...cashDividends.map(
      ({ exDate, rate, currency, recordDate, payableDate }): SourceAction => ({
        ...{ kind: 'dividend', exDate: dayOf(exDate), amount: rate, currency: currency || 'USD' },
        ...{ recordDate: dayOf(recordDate), payDate: dayOf(payableDate) },
      }),
    ),
  ]
}

function splitOf(exDate: Date, newShares: number, oldShares: number): SourceAction {
  return { kind: 'split', exDate: dayOf(exDate), newShares, oldShares }
}

/** The client turns a missing day into the beginning of 1970. */
function dayOf(date: Date | undefined): string {
  return date && date.getTime() > 0 ? date.toISOString().slice(0, 10) : ''
}
