import type { Counter } from 'prom-client'
import type { Metrics } from '#src/platform/metrics/metrics.ts'

/** Metrics of pushed messages, labelled by the operator's names of the sources. */
export class IngestMetrics {
  readonly #accepted: Counter
  readonly #repeated: Counter
  readonly #refused: Counter

  constructor(metrics: Metrics) {
    this.#accepted = metrics.counter('tapewire_ingest_events_total', 'Pushed events that were accepted.', ['source'])
    this.#repeated = metrics.counter('tapewire_ingest_repeated_total', 'Pushed messages that were there already.', [
      'source',
    ])
    const refused = 'Pushed messages that were refused, by reason.'
    this.#refused = metrics.counter('tapewire_ingest_refused_total', refused, ['source', 'reason'])
  }

  count(source: string, { accepted, repeated }: { accepted: number; repeated: number }): void {
    this.#accepted.inc({ source }, accepted)
    this.#repeated.inc({ source }, repeated)
  }

  countRefused(source: string, refused: readonly { reason: string }[]): void {
    for (const { reason } of refused) this.#refused.inc({ source, reason })
  }
}
