import type { SymbolRecord } from './symbol.ts'

const rows = [
  ['stock', 'NASDAQ', 'AAPL', 'US'],
  ['stock', 'HKEX', '700', 'HK'],
  ['forex', 'FX', 'EURUSD', ''],
  ['crypto', 'CCC', 'BTCUSD', ''],
  ['indices', 'SPX', 'SPX', ''],
  ['future', 'CME', 'ES', 'US'],
  ['fund', 'NYSEARCA', 'SPY', 'US'],
] as const
type DemoSymbol = (typeof rows)[number][2]

/** The instruments of the public demo key, for visitors, with their names in the reader's language. */
export function demoSymbols(nameOf: (symbol: DemoSymbol) => string): SymbolRecord[] {
  return rows.map(([type, exchange, symbol, country]) => demo(type, exchange, symbol, nameOf(symbol), country))
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
