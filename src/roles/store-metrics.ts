import { spaceAt } from '#src/platform/data-dir/storage-guard.ts'
import { clockOffsets } from '#src/platform/engines/store-clocks.ts'
import { countOutbox } from '#src/platform/mail/requeue.ts'
import type { Metrics } from '#src/platform/metrics/metrics.ts'
import type { Db } from '#src/platform/platform.ts'
import type { StoreWatch } from '#src/platform/server/watch-stores.ts'
import type { OpenedPlatform } from './open-platform.ts'

const storeLabels = [
  ['PostgreSQL', 'postgres'],
  ['ClickHouse', 'clickhouse'],
  ['Redis', 'redis'],
] as const

/** Registers the metrics of the stores, the disk, the clocks and the outbox. */
export function measureStores(ctx: OpenedPlatform, { faults }: StoreWatch): void {
  const { metrics, settings, storage, postgres, clickhouse, probes } = ctx
  // Metrics are read in this order, because the statements of the other metrics must not count as waiting.
  metrics.gauge('tapewire_postgres_connections', 'Connections of the pool, by state.', ['state'], (gauge) => {
    const { used, idle } = postgres.connections()
    gauge.set({ state: 'used' }, used)
    gauge.set({ state: 'idle' }, idle)
  })
  metrics.gauge('tapewire_postgres_waiting', 'Statements that wait for a connection of the pool.', [], (gauge) =>
    gauge.set(postgres.connections().waiting),
  )
  metrics.gauge('tapewire_store_up', '1 while a store answers and takes changes.', ['store'], async (gauge) => {
    for (const [name, store] of storeLabels) if (probes[name]) gauge.set({ store }, faults.has(name) ? 0 : 1)
    // The embedded ClickHouse has no entry in `probes`, so it is probed here.
    if (probes.ClickHouse) return
    const answers = await clickhouse.probe().then(
      () => true,
      () => false,
    )
    gauge.set({ store: 'clickhouse' }, answers && !storage.full ? 1 : 0)
  })
  metrics.gauge('tapewire_clickhouse_waiting', 'Statements that wait for their turn, by lane.', ['lane'], (gauge) => {
    for (const [lane, waiting] of Object.entries(clickhouse.statements())) gauge.set({ lane }, waiting)
  })
  metrics.gauge('tapewire_clickhouse_memory_bytes', 'Memory by the count of ClickHouse.', [], async (gauge) =>
    gauge.set(await clickhouse.memoryBytes()),
  )
  metrics.gauge('tapewire_disk_free_bytes', 'Free space where DATA_DIR is.', [], async (gauge) =>
    gauge.set((await spaceAt(settings.dataDir)).free),
  )
  metrics.gauge('tapewire_disk_full', '1 while changes are refused because the disk is nearly full.', [], (gauge) =>
    gauge.set(storage.full ? 1 : 0),
  )
  metrics.gauge(
    'tapewire_clock_offset_seconds',
    "How far a store's clock is ahead of this process's.",
    ['store'],
    async (gauge) => {
      const offsets = await clockOffsets(ctx)
      for (const [name, store] of storeLabels) {
        const ms = name === 'ClickHouse' ? undefined : offsets.get(name)
        if (ms !== undefined) gauge.set({ store }, ms / 1_000)
      }
    },
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
