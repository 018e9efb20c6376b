/** Currencies in which coins are quoted, longer codes first. */
const quotes = ['USDT', 'USDC', 'USD', 'EUR', 'GBP', 'JPY', 'BTC', 'ETH']

/** The two currencies of a pair's code: `BTCUSDT` → BTC, USDT; `EURUSD` → EUR, USD. */
export function currenciesOf(code: string): [base: string, quote: string] {
  const quote = quotes.find((one) => code.endsWith(one) && code.length > one.length)
  const at = code.length - (quote?.length ?? 3)
  return [code.slice(0, at), code.slice(at)]
}
