import type { RunContext } from '../benches/figures.ts'

/** What `npm run bench -- scale` writes to `src/site/content/scale/scale.json`. A rate is per second of one core's time. */
export type Measured = RunContext & {
  /** One shard. `feed` and `gateway` are our processes, `store` is Redis. `bytes`: what the store sends for an event. */
  tape: {
    append: { feed: number; store: number }
    follow: { gateway: number; store: number; bytes: number }
  }
  fanOut: { deliveries: number; bytes: number; socketBytes: number }
  /** Ticks to history, engine included. `bytes`: of a row on the disk. */
  record: { rows: number; bytes: number }
  /** `history`: 500 bars from the store. `hot`: a quote, limits and checks included. */
  query: { history: number; hot: number }
  failures: Failures
}

/** The simulation of `lab/bench/scale/simulation.ts`: processes of a fleet stop at once. Times in ms. */
export type Failures = {
  seed: number
  processes: number
  cases: { load: number; lost: number; calmP99: number; p99: number; p999: number; recoveredMs: number | null }[]
}
