import type { RunContext } from '../benches/figures.ts'

/**
 * `src/site/content/scale/scale.json`, written by `npm run bench -- scale`. Rates are per second of one core's time.
 */
export type Measured = RunContext & {
  /**
   * Events of one shard. `feed`, `gateway`: rates of our processes; `store`: rates of Redis for the same events;
   * `bytes`: bytes that Redis sends for one followed event.
   */
  tape: {
    append: { feed: number; store: number }
    follow: { gateway: number; store: number; bytes: number }
  }
  fanOut: { deliveries: number; bytes: number; socketBytes: number }
  /** Recording ticks in the history store, including the database engine's work. `bytes`: bytes per row on disk. */
  record: { rows: number; bytes: number }
  /** `history`: queries of 500 bars from the store. `hot`: queries of a quote, including limits and checks. */
  query: { history: number; hot: number }
  failures: Failures
}

/** Simulation `lab/bench/scale/simulation.ts`: processes of a fleet stop at the same time. Times in ms. */
export type Failures = {
  seed: number
  processes: number
  cases: { load: number; lost: number; calmP99: number; p99: number; p999: number; recoveredMs: number | null }[]
}
