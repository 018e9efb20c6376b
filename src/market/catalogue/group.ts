import type { AssetClass } from '#src/contract/market.ts'

/** Instruments of one exchange, with their usual currency, price step and lot. */
export type StarterGroup = {
  class: AssetClass
  region: string
  exchange: string
  /** Empty for pairs, whose currency is the last three letters of the code. */
  currency: string
  /** The smallest price change, as decimal text. */
  step: string
  lot: number
  /** The liquidity of the first row. It decreases by one with each row. */
  weight: number
  /**
   * Lines of `code|price|name|Chinese name|Hong Kong name`, then lot and price step if they differ from the group's.
   */
  rows: string
}
