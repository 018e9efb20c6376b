import { readChannel } from '#src/market/tape.ts'
import type { Platform } from '#src/platform/platform.ts'
import { newestByClass } from '../staleness.ts'
import type { OpenStream } from './open-stream.ts'

type Read = Pick<OpenStream, 'sockets' | 'delivered' | 'newest' | 'lags' | 'batches'>

export function measureStream({ metrics }: Pick<Platform, 'metrics'>, stream: Read): void {
  metrics.gauge('tapewire_stream_sockets', 'Open sockets.', [], (gauge) => gauge.set(stream.sockets()))
  metrics.total('tapewire_stream_deliveries_total', 'Events given to sockets.', stream.delivered)
  const batches = 'Batches of the tape that were published while this gateway ran.'
  metrics.total('tapewire_stream_batches_total', batches, () => stream.batches().read)
  const late = 'Of those, the ones that it read more than a second after their publication.'
  metrics.total('tapewire_stream_batches_late_total', late, () => stream.batches().late)
  const newest = 'When the newest event of a class that this gateway has read was published.'
  metrics.gauge('tapewire_tape_newest_timestamp_seconds', newest, ['class'], (gauge) => {
    for (const [assetClass, at] of newestByClass(stream.newest())) gauge.set({ class: assetClass }, at / 1_000)
  })
  const lag = 'From the publication of the newest batch until this gateway read it, 0 when all is read.'
  metrics.gauge('tapewire_tape_lag_seconds', lag, ['class', 'shard'], (gauge) => {
    for (const [channel, ms] of stream.lags()) gauge.set(readChannel(channel), ms / 1_000)
  })
}
