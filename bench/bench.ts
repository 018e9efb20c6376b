/** One line of a bench's table. `value` beside a baseline of the same run gives the ratio; `goal` is the figure to hold. */
export type Row = {
  what: string
  value: number
  unit: string
  /** What the value is divided by for the ratio: the same work done without us, measured in the same run. */
  baseline?: { what: string; value: number }
  /** Whether more or less is better, and the figure that we promise. Without one the row only informs. */
  goal?: { atLeast: number } | { atMost: number } | { ratioAtLeast: number } | { ratioAtMost: number }
}

export type Report = {
  row(row: Row): void
  note(line: string): void
}

/** A file `bench/<name>.bench.ts` exports one of these as `bench`. */
export type Bench = {
  about: string
  run(report: Report): Promise<void>
}

/** The middle and the tail of durations, in the unit they came in. */
export function quantiles(samples: readonly number[]): { p50: number; p99: number } {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
