import { type Locale, languages } from '#src/contract/locale.ts'
import { type AssetClass, instrumentKey } from '#src/contract/market.ts'

/** Display names. The Chinese names are empty if unknown. */
export type InstrumentNames = { en: string; cn: string; hk: string }

export function nameIn(names: InstrumentNames, locale: Locale): string {
  const written = languages[locale].instrumentNames.find((name) => names[name])
  return names[written ?? 'en']
}

/** Ids are never reused. `priceStep` is a decimal number in the quote currency, `lot` a decimal number of units. */
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
  /** The start price of the simulator; null for instruments that are never simulated. */
  startPrice: number | null
  state: 'listed' | 'suspended' | 'delisted'
  /** 0 = unknown. Among home listings with equal codes or names, the instrument with the highest value ranks first. */
  liquidity: number
  /** True for the home listing of a code in a region, false for the code's other listings in the region. */
  home: boolean
  /** Code of the main contract, for dated contracts of futures. */
  root: string | null
  /** Last trading day of a dated contract, ms at 00:00 UTC. */
  expiresOn: number | null
  source: string
}

/** The trading status of quotes by the state of their instrument. */
export const tradingStatuses: Record<Instrument['state'], number> = { listed: 0, suspended: 1, delisted: 2 }

/** The fields that importers and the catalogue write. The other fields have defaults. */
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

export function keyOf(instrument: Pick<Instrument, 'class' | 'region' | 'code'>): string {
  return instrumentKey(instrument)
}

/** Number of decimals of a price step: 0.01 → 2, 0.015625 → 6, 1 → 0. */
export function decimalsOf(step: number): number {
  const text = step.toFixed(10).replace(/0+$/, '')
  return text.length - text.indexOf('.') - 1
}
