import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { newRing } from '#src/platform/data-dir/keyring.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { type Role, roles } from '#src/platform/settings.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { type Spawned, spawnProduct } from '#test/fixtures/spawned.ts'
import type { Report } from './bench.ts'

const database = 'split'

/** Starts one process for each role, one after another, on common stores, and measures it once it is ready. */
export async function withRoles(
  report: Report,
  measure: (role: Role, running: Spawned) => Promise<void> | void,
): Promise<void> {
  if (redisServer() === null) {
    report.note('no redis-server: single roles are not measured')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tapewire-roles-'))
  try {
    await using stack = new AsyncDisposableStack()
    const postgres = stack.use(await startEmbeddedPostgres({ dir: join(folder, 'postgres'), log: silentLog }))
    const { host, port, user } = postgres.connection
    const admin = new pg.Client(postgres.connection)
    await admin.connect()
    await admin.query(`create database ${database}`)
    await admin.end()
    const stores = {
      DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(String(host))}&port=${port}&user=${user}`,
      CLICKHOUSE_URL: stack.use(await startClickHouse()).url,
      REDIS_URL: stack.use(await startRedis({ isLasting: true })).url,
      KEYRING: newRing(),
    }
    for (const role of roles) {
      const environment = { ...stores, ROLES: role, METRICS_PORT: String(await freePort()) }
      await using running = await spawnProduct(join(folder, role), environment)
      await running.ready()
      await measure(role, running)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
