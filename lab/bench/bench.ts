import type { FigureId, Goal } from '#src/site/content/benches/figures.ts'

/** One row of a bench's table; its ratio is `value` divided by the baseline's value. */
export type Row = {
  what: string
  value: number
  unit: string
  /** The divisor of the ratio: a figure of the same run to compare with, such as the same work without the product. */
  baseline?: { what: string; value: number }
  /** The required figure, and whether it is a minimum or a maximum. A row without a goal only informs. */
  goal?: Goal
  /** The figure on the page about performance that shows this row. */
  id?: FigureId
}

export type Report = {
  row(row: Row): void
  note(line: string): void
}

/** Options of the command line: `npm run bench -- upload --gib 10`. */
export type Options = {
  /** The number of customers in `console`, with ten times as many orders and a hundred times as many audit rows. */
  customers: number
  /** The folder where `console` stores its filled databases for the next run; null: they are discarded. */
  folder: string | null
  /** The size in GiB of the file in `upload`. */
  gib: number
  /**
   * Whether missing peers, the products to compare with, are fetched first. Every run compares the peers that are on
   * the machine.
   */
  peers: boolean
  /** The number of trades that `trades` stores. */
  rows: number
}

/** Each file `lab/bench/<name>.bench.ts` exports a `Bench` as `bench`. */
export type Bench = {
  about: string
  run(report: Report, options: Options): Promise<void>
}

export function quantiles(samples: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
