const steps = [1, 2, 2.5, 5, 10]

/** The smallest round number that is at least `value`: 3,601 → 5,000, 26 → 50; 1 if `value` is not positive. */
export function roundTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = steps.find((one) => one * power >= value) ?? 10
  return step * power
}

export type Range = { low: number; high: number }

/**
 * Round bounds of a line, with a round middle where possible: 391 to 428 → 390 to 430. The bounds begin at zero if the
 * smallest value is nearer to zero than to the end: 1 → 0 to 4.
 */
export function roundRange(values: readonly number[]): Range {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(high - low, Math.abs(high) / 100, 4)
  const step = roundTop(span / 2) / 2
  const bottom = low >= 0 && low < span ? 0 : Math.floor(low / step) * step
  const halves = Math.max(1, Math.ceil((high - bottom) / (2 * step)))
  return { low: bottom, high: bottom + halves * 2 * step }
}
