import type { AssetClass } from '#src/contract/market.ts'

/** Another name of one instrument; `place` 0 where the instrument is the first that the name means. */
export type SearchAlias = { alias: string; class: AssetClass; region: string; code: string; place: number }
