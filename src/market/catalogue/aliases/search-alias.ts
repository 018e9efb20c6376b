import type { AssetClass } from '#src/contract/market.ts'

/** Another name of an instrument. `order`: the instrument's index among those with this name. */
export type SearchAlias = { alias: string; class: AssetClass; region: string; code: string; order: number }
