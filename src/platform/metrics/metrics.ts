import { Durations, type Spread } from './durations.ts'

type Labels = Record<string, string>
type Kind = 'counter' | 'gauge'
type Metric = { kind: Kind; help: string; values: Map<string, number>; read: (() => number) | null }

/** Timed from arrival to the written answer. */
export type TimedName = 'data_call' | 'symbol_search'

/** Counters and gauges in Prometheus' text form. Labels are from closed sets: never an address, a key or a mail. */
export class Metrics {
  #metrics = new Map<string, Metric>()
  #durations = new Map<TimedName, Durations>()

  count(name: string, help: string, labels: Labels = {}, by = 1): void {
    const metric = this.#metric(name, 'counter', help)
    const key = labelText(labels)
    metric.values.set(key, (metric.values.get(key) ?? 0) + by)
  }

  set(name: string, help: string, labels: Labels, value: number): void {
    this.#metric(name, 'gauge', help).values.set(labelText(labels), value)
  }

  /** A gauge that is computed for each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    this.#metric(name, 'gauge', help).read = read
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

  text(): string {
    const blocks = [...this.#metrics].map(([name, { kind, help, values, read }]) => {
      const lines = read ? [`${name} ${read()}`] : [...values].map(([labels, value]) => `${name}${labels} ${value}`)
      return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join('\n')}\n`
    })
    return blocks.join('')
  }

  #metric(name: string, kind: Kind, help: string): Metric {
    let metric = this.#metrics.get(name)
    if (!metric) {
      metric = { kind, help, values: new Map(), read: null }
      this.#metrics.set(name, metric)
    }
    return metric
  }
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, '_')}"`)
  return parts.length > 0 ? `{${parts.join(',')}}` : ''
}
