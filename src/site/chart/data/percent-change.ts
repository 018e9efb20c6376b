/** A change of price in percent of the size of the first price, which may be below zero. Null if that price is 0. */
export function percentChange(from: number, to: number): number | null {
  return from === 0 ? null : ((to - from) / Math.abs(from)) * 100
}
