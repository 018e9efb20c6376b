export type Ohlc = { open: number; high: number; low: number; close: number }

/**
 * Close: the mean of the bar's prices. Open: the middle of the previous bar. After 64 bars, the first open no longer
 * affects the result.
 */
export const heikinAshi = {
  lookback: 64,
  start(): (bar: Ohlc) => Ohlc {
    let before: Ohlc | null = null
    return (bar) => {
      const close = (bar.open + bar.high + bar.low + bar.close) / 4
      const open: number = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2
      before = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) }
      return before
    }
  },
}
