import type { FigureId, Goal } from '#src/site/content/benches/figures.ts'

/** One row of a bench's table. `value` divided by a baseline of the same run is the ratio; `goal` is the required figure. */
export type Row = {
  what: string
  value: number
  unit: string
  /** The divisor of the ratio: the same work without us, measured in the same run. */
  baseline?: { what: string; value: number }
  /** The required figure, and whether more or less is better. A row without a goal only informs. */
  goal?: Goal
  /** Shows the row on the page about performance, under its words there. */
  id?: FigureId
}

export type Report = {
  row(row: Row): void
  note(line: string): void
}

/** What the command line may change: `npm run bench -- upload --gib 10`. */
export type Options = {
  /** How many customers `console` has; ten times as many orders, a hundred times as many audit rows. */
  customers: number
  /** Where `console` keeps its filled stores for the next run; null: nowhere. */
  folder: string | null
  /** The size of the file of `upload`. */
  gib: number
  /** The trades that `trades` stores. */
  rows: number
}

/** A file `lab/bench/<name>.bench.ts` exports one of these as `bench`. */
export type Bench = {
  about: string
  run(report: Report, options: Options): Promise<void>
}

/** Median and tails of durations, in their unit. */
export function quantiles(samples: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
