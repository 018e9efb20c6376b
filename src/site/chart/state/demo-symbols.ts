import type { SymbolRecord } from './symbol.ts'

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

/** The instruments of the public demo key, for visitors. */
export const demoSymbols: readonly SymbolRecord[] = [
  demo('stock', 'NASDAQ', 'AAPL', 'Apple Inc.', 'US'),
  demo('stock', 'HKEX', '700', 'Tencent Holdings', 'HK'),
  demo('forex', 'FX', 'EURUSD', 'Euro / US dollar', ''),
  demo('crypto', 'CCC', 'BTCUSD', 'Bitcoin / US dollar', ''),
  demo('indices', 'SPX', 'SPX', 'S&P 500', ''),
  demo('future', 'CME', 'ES', 'E-mini S&P 500', 'US'),
  demo('fund', 'NYSEARCA', 'SPY', 'SPDR S&P 500 ETF', 'US'),
]
