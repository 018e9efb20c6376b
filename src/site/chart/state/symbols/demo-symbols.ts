import type { SymbolRecord } from './symbol.ts'

const rows = [
  ['stock', 'NASDAQ', 'AAPL', 'apple', 'US'],
  ['stock', 'HKEX', '700', 'tencent', 'HK'],
  ['forex', 'FX', 'EURUSD', 'euro', ''],
  ['crypto', 'CCC', 'BTCUSD', 'bitcoin', ''],
  ['indices', 'SPX', 'SPX', 'sp500', ''],
  ['future', 'CME', 'ES', 'sp500Future', 'US'],
  ['fund', 'NYSEARCA', 'SPY', 'sp500Fund', 'US'],
] as const
type DemoName = (typeof rows)[number][3]

/** The instruments of the public demo key, with their names in the reader's language. */
export function demoSymbols(nameOf: (name: DemoName) => string): SymbolRecord[] {
  return rows.map(([type, exchange, symbol, name, country]) => demo(type, exchange, symbol, nameOf(name), country))
}

function demo(type: string, exchange: string, symbol: string, description: string, country: string): SymbolRecord {
  const logos = { logoid: '', baseCurrencyLogoid: '', currencyLogoid: '' }
  return {
    id: `demo-${symbol}`,
    symbol,
    description,
    type,
    exchange,
    prefix: exchange,
    country,
    ...logos,
    providerId: 'demo',
  }
}
