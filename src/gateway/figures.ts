import { marketPrefix } from '#src/market/calendar/market-hours.ts'
import { type SourceCount, sourceFigures } from '#src/market/sources/source-figures.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'
import { spreadFigures } from '#src/platform/figures/spread-figures.ts'
import type { Metrics } from '#src/platform/metrics/metrics.ts'

/**
 * Counts of a gateway since its start. `newest`: the time at which the last event of each market was published, ms, by
 * `stock$US`. `sources`: counts of each source, by `simulated$stock`.
 */
export type Counted = {
  answered: number
  refused: number
  delivered: number
  sockets: number
  newest: ReadonlyMap<string, number>
  sources: ReadonlyMap<string, SourceCount>
}

/**
 * The figures that a gateway publishes: responses, refusals and deliveries per second since the last reading, timing
 * distributions of the last minute, open sockets, the newest event of each market, and the rate and lag of each source.
 */
export class GatewayFigures {
  readonly #clock: Clock
  readonly #metrics: Metrics
  readonly #count: () => Counted
  #last: Counted
  #readAt: number

  constructor({ clock, metrics }: { clock: Clock; metrics: Metrics }, count: () => Counted) {
    this.#clock = clock
    this.#metrics = metrics
    this.#count = count
    this.#last = count()
    this.#readAt = clock.elapsed()
  }

  readonly read = (): Figures => {
    const [now, counted, before] = [this.#clock.elapsed(), this.#count(), this.#last]
    const seconds = Math.max(0.001, (now - this.#readAt) / 1_000)
    const rate = (name: 'answered' | 'refused' | 'delivered') => (counted[name] - before[name]) / seconds
    this.#last = counted
    this.#readAt = now
    return {
      answered: rate('answered'),
      refused: rate('refused'),
      delivered: rate('delivered'),
      sockets: counted.sockets,
      ...spreadFigures(this.#metrics),
      ...Object.fromEntries([...counted.newest].map(([market, at]) => [marketPrefix + market, at])),
      ...ratesOf(counted.sources, before.sources, seconds),
    }
  }
}

function ratesOf(counted: Counted['sources'], before: Counted['sources'], seconds: number): Figures {
  const figures = [...counted].map(([name, { at, events, lagMs }]) =>
    sourceFigures(name, { at, lagMs, rate: (events - (before.get(name)?.events ?? 0)) / seconds }),
  )
  return Object.assign({}, ...figures)
}
