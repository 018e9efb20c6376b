import type { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** `reason`: a name of the error catalogue. */
export function countRefusals(metrics: Metrics): Counter {
  return metrics.counter('tapewire_refusals_total', 'Refused calls, by reason.', ['role', 'reason'])
}
