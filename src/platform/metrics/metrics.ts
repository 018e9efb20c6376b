import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Durations, type Spread } from './durations.ts'

/**
 * Calls are timed from arrival to the written response. `delivery` is timed once per batch, from the publication of its
 * newest event until the batch is written to the sockets.
 */
export const timedNames = ['data_call', 'symbol_search', 'delivery'] as const
export type TimedName = (typeof timedNames)[number]

/** The prefix distinguishes the product's metrics from those of Node's client. */
type MetricName = `tapewire_${string}`

type Total = { labels: Record<string, string | number>; total: number }

type Read = (gauge: Gauge) => void | Promise<void>

/**
 * The metrics of one process for Prometheus. Each metric is declared when its component opens, so that it is listed
 * before its first value. Label values are from closed sets: never an address, a key, a mail or a path that a client
 * wrote.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #reads = new Map<string, Read>()
  /** Gauges whose last read has not ended. */
  readonly #pending = new Set<Gauge>()
  readonly #durations = new Map<TimedName, Durations>()
  readonly #readMsMax: number

  /**
   * `readMsMax`: the longest wait for the read of a gauge. A hanging store must not hold up a scrape, because a failed
   * scrape looks like the end of the process.
   */
  constructor(readMsMax = 2_000) {
    this.#readMsMax = readMsMax
  }

  counter(name: MetricName, help: string, labelNames: readonly string[] = []): Counter {
    const known = this.#registry.getSingleMetric(name)
    if (known instanceof Counter) return known
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }

  /** A counter whose total another component keeps. */
  total(name: MetricName, help: string, read: () => number): void {
    this.totals(name, help, [], () => [{ labels: {}, total: read() }])
  }

  /** Like `total`, with labels. A repeated declaration changes nothing. */
  totals(name: MetricName, help: string, labelNames: readonly string[], read: () => readonly Total[]): void {
    if (this.#registry.getSingleMetric(name)) return
    const counter: Counter = new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        counter.reset()
        try {
          for (const { labels, total } of read()) counter.inc(labels, total)
        } catch {
          // With labels, the reset has removed all series.
          if (labelNames.length === 0) counter.remove()
        }
      },
    })
  }

  histogram(name: MetricName, help: string, labelNames: readonly string[], buckets: number[]): Histogram {
    const known = this.#registry.getSingleMetric(name)
    if (known instanceof Histogram) return known
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] })
  }

  /**
   * `read` sets the values for each scrape. While `read` fails or takes too long, the metric has no value. A repeated
   * declaration replaces `read`.
   */
  gauge(name: MetricName, help: string, labelNames: readonly string[] = [], read: Read | null = null): Gauge {
    if (read) this.#reads.set(name, read)
    const known = this.#registry.getSingleMetric(name)
    if (known instanceof Gauge) return known
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(read && { collect: () => this.#readOrForget(gauge, labelNames, this.#reads.get(name) ?? read) }),
    })
    return gauge
  }

  /** Adds the metrics of the process and its event loop, with the names of Node's Prometheus client. */
  measureProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
    // These gauges have names of counters. The gauges without the suffix `_total` have the same values, by type.
    for (const kind of ['handles', 'requests', 'resources'])
      this.#registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }

  time(name: TimedName, ms: number): void {
    let durations = this.#durations.get(name)
    if (!durations) {
      durations = new Durations()
      this.#durations.set(name, durations)
    }
    durations.record(ms, performance.now())
  }

  spread(name: TimedName): Spread | null {
    return this.#durations.get(name)?.spread(performance.now()) ?? null
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** An unknown value is left out, since 0 would look like a good value. */
  async #readOrForget(gauge: Gauge, labelNames: readonly string[], read: Read): Promise<void> {
    const forget = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset())
    gauge.reset()
    if (this.#pending.has(gauge)) return forget()
    this.#pending.add(gauge)
    const reading = (async () => read(gauge))().finally(() => this.#pending.delete(gauge))
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), this.#readMsMax)
    const isRead = await Promise.race([reading.then(() => true).catch(() => false), late.promise])
    clearTimeout(timer)
    if (isRead) return
    forget()
    // A late read still sets values, so they are removed after the read.
    reading.then(forget, forget)
  }
}
