import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { newRing } from '#src/platform/data-dir/keyring.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { roles } from '#src/platform/settings.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { spawnProduct } from '#test/fixtures/spawned.ts'
import type { Report } from './bench.ts'

const database = 'split'

/** The memory of a process with one role and its own stores, measured once it is ready. Shared pages count in full. */
export async function measureRoles(report: Report): Promise<void> {
  if (redisServer() === null) {
    report.note('no redis-server: the memory of single roles is not measured')
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
      REDIS_URL: stack.use(await startRedis()).url,
      KEYRING: newRing(),
    }
    for (const role of roles) {
      const environment = { ...stores, ROLES: role, METRICS_PORT: String(await freePort()) }
      await using running = await spawnProduct(join(folder, role), environment)
      await running.ready()
      const value = residentMib(running.child.pid ?? 0)
      report.row({ what: `${role} alone, memory (RSS) when ready`, value, unit: 'MiB', goal: { atMost: 300 } })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function residentMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
