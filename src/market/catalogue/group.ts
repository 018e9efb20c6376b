import type { AssetClass } from '#src/contract/market.ts'

/** Instruments of one exchange with the same currency, price step and lot. */
export type StarterGroup = {
  class: AssetClass
  region: string
  exchange: string
  /** Empty for pairs: the last three letters of the code. */
  currency: string
  /** Smallest price change, as decimal text. */
  step: string
  lot: number
  /** Liquidity of the first row; each further row is one lower. */
  weight: number
  /** `code|price|name|Chinese name|Hong Kong name`, then lot and price step where they differ from the group's. */
  rows: string
}
