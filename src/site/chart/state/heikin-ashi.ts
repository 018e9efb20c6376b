export type Ohlc = { open: number; high: number; low: number; close: number }

/** Close = mean of the bar, open = middle of the bar before. After 64 bars the first open no longer matters. */
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
