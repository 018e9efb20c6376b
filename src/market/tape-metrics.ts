import type { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Tape } from '#src/platform/platform.ts'
import { readChannel } from './tape.ts'

const labels = ['class', 'shard']

/** Reports the size of the tape at this process's last append. Only feed processes have these metrics. */
export function measureTape(tape: Tape, metrics: Metrics): void {
  metrics.gauge('tapewire_tape_bytes', 'What a shard of the tape holds.', labels, (gauge) => {
    for (const [channel, { bytes }] of tape.held) gauge.set(readChannel(channel), bytes)
  })
  metrics.gauge('tapewire_tape_oldest_timestamp_seconds', 'Since when a shard holds everything.', labels, (gauge) => {
    for (const [channel, { since }] of tape.held) gauge.set(readChannel(channel), since / 1_000)
  })
  const early = 'Events that left before their time because of TAPE_MAX_BYTES.'
  metrics.totals('tapewire_tape_dropped_early_total', early, labels, () =>
    [...tape.held].map(([channel, { droppedEarly }]) => ({ labels: readChannel(channel), total: droppedEarly })),
  )
}
