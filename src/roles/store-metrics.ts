import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { countOutbox } from '#src/platform/mail/requeue.ts'
import type { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Db } from '#src/platform/platform.ts'
import type { OpenedPlatform } from './open-platform.ts'

/** Store metrics: whether each answers, its waiting statements, the free space of `DATA_DIR`, and the outbox. */
export function measureStores({ metrics, settings, storage, postgres, clickhouse, pingRedis }: OpenedPlatform): void {
  // Metrics are read in this order. The statements of the other metrics must not count as waiting.
  metrics.gauge('tapewire_postgres_connections', 'Connections of the pool, by state.', ['state'], (gauge) => {
    const { used, idle } = postgres.connections()
    gauge.set({ state: 'used' }, used)
    gauge.set({ state: 'idle' }, idle)
  })
  metrics.gauge('tapewire_postgres_waiting', 'Statements that wait for a connection of the pool.', [], (gauge) =>
    gauge.set(postgres.connections().waiting),
  )
  const pings = { postgres: postgres.ping, clickhouse: clickhouse.ping, ...(pingRedis && { redis: pingRedis }) }
  metrics.gauge('tapewire_store_up', '1 while a store answers.', ['store'], async (gauge) => {
    await Promise.all(
      Object.entries(pings).map(async ([store, ping]) => {
        const answers = await ping().then(
          () => 1,
          () => 0,
        )
        gauge.set({ store }, answers)
      }),
    )
  })
  metrics.gauge('tapewire_clickhouse_waiting', 'Statements that wait for their turn, by lane.', ['lane'], (gauge) => {
    for (const [lane, waiting] of Object.entries(clickhouse.statements())) gauge.set({ lane }, waiting)
  })
  metrics.gauge('tapewire_disk_free_bytes', 'Free space where DATA_DIR is.', [], async (gauge) =>
    gauge.set((await spaceAt(settings.dataDir)).free),
  )
  metrics.gauge('tapewire_disk_full', '1 while changes are refused because the disk is nearly full.', [], (gauge) =>
    gauge.set(storage.full ? 1 : 0),
  )
  measureOutbox(metrics, postgres.db)
}

function measureOutbox(metrics: Metrics, db: Db): void {
  metrics.gauge('tapewire_mail_outbox', 'Mails that wait, and mails that were given up.', ['state'], async (gauge) => {
    const { waiting, failed } = await countOutbox(db)
    gauge.set({ state: 'waiting' }, waiting)
    gauge.set({ state: 'failed' }, failed)
  })
}
