import type { AssetClass } from '#src/contract/market.ts'

/** Another name of an instrument. `order`: 0 for the first instrument with that name. */
export type SearchAlias = { alias: string; class: AssetClass; region: string; code: string; order: number }
