import type { AssetClass } from '#src/contract/market.ts'

/** Another name of an instrument. `order`: the instrument's place among those with this name, from 0. */
export type SearchAlias = { alias: string; class: AssetClass; region: string; code: string; order: number }
