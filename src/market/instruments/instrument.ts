import { type AssetClass, instrumentKey } from '#src/contract/market.ts'

/** Names a person reads; the Chinese ones are empty where we know none. */
export type InstrumentNames = { en: string; cn: string; hk: string }

/** An instrument under an id that is given once and never reused. `priceStep` and `lot` are decimal numbers in quote currency and units. */
export type Instrument = {
  id: number
  class: AssetClass
  region: string
  exchange: string
  code: string
  names: InstrumentNames
  currency: string
  isin: string
  sector: string
  industry: string
  priceStep: number
  lot: number
  /** Where the simulator starts; null for what it does not simulate. */
  startPrice: number | null
  state: 'listed' | 'suspended' | 'delisted'
  /** 0 = unknown; higher stands first where codes or names tie. */
  liquidity: number
  /** False for further listings of a code inside one region. */
  home: boolean
  /** Futures: the main contract's code of a dated contract. */
  root: string | null
  /** Last trading day of a dated contract, ms at 00:00 UTC. */
  expiresOn: number | null
  source: string
}

/** What the importers and the catalogue write; the rest has defaults. */
export type NewInstrument = Pick<Instrument, 'class' | 'region' | 'exchange' | 'code'> & {
  name: string
  nameCn?: string
  nameHk?: string
  currency?: string
  isin?: string
  sector?: string
  industry?: string
  priceStep?: string
  lot?: number
  startPrice?: number
  liquidity?: number
  root?: string
  expiresOn?: number
}

/** The tape's key of an instrument. */
export function keyOf(instrument: Pick<Instrument, 'class' | 'region' | 'code'>): string {
  return instrumentKey(instrument)
}

/** Decimals that a price needs: 0.01 → 2, 0.015625 → 6, 1 → 0. */
export function decimalsOf(step: number): number {
  const text = step.toFixed(10).replace(/0+$/, '')
  return text.length - text.indexOf('.') - 1
}
