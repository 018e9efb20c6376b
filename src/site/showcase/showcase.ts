import type { AssetClass } from '#src/contract/market.ts'

/** The instruments that the public demo key may read, one or two of each class. */
export const demoInstruments = [
  { class: 'stock', region: 'US', code: 'AAPL', decimals: 2 },
  { class: 'stock', region: 'HK', code: '700', decimals: 2 },
  { class: 'forex', region: 'GB', code: 'EURUSD', decimals: 5 },
  { class: 'crypto', region: 'BA', code: 'BTCUSD', decimals: 2 },
  { class: 'indices', region: 'GB', code: 'SPX', decimals: 2 },
  { class: 'future', region: 'US', code: 'ES', decimals: 2 },
  { class: 'fund', region: 'US', code: 'SPY', decimals: 2 },
] as const satisfies readonly { class: AssetClass; region: string; code: string; decimals: number }[]

export type DemoCode = (typeof demoInstruments)[number]['code']

/** The stream's symbols of the demo instruments. The list is fixed, so that a page opens one socket. */
export const demoSymbols: readonly string[] = demoInstruments.map((one) => `${one.class}:${one.code}$${one.region}`)

/** Each product page with its class in the gateway's paths and its example instrument. */
export const products = [
  { name: 'stocks', class: 'stock', code: 'AAPL' },
  { name: 'indices', class: 'indices', code: 'SPX' },
  { name: 'forex', class: 'forex', code: 'EURUSD' },
  { name: 'crypto', class: 'crypto', code: 'BTCUSD' },
  { name: 'future', class: 'future', code: 'ES' },
  { name: 'fund', class: 'fund', code: 'SPY' },
] as const satisfies readonly { name: string; class: AssetClass; code: DemoCode }[]

export type ProductName = (typeof products)[number]['name']

export function demoInstrument(code: DemoCode) {
  const found = demoInstruments.find((one) => one.code === code)
  if (!found) throw new Error(`${code} is no demo instrument`)
  return found
}

/** The figures of an instrument on pages. `asOf`: the time of the figures as text; null if the figures are current. */
export type Figure = {
  last: number
  previousClose: number
  changePercent: number
  low: number
  high: number
  time: number
  asOf?: string | null
  simulated?: boolean
}
