export type Ohlc = { open: number; high: number; low: number; close: number }

/** Heikin-Ashi: close = mean of the bar, open = middle of the bar before; the first opens at its own middle. */
export function heikinAshi(bars: readonly Ohlc[]): Ohlc[] {
  const result: Ohlc[] = []
  let before: Ohlc | null = null
  for (const bar of bars) {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4
    const open: number = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2
    before = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) }
    result.push(before)
  }
  return result
}
