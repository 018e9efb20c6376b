import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { familyOf } from '#test/fixtures/family.ts'
import { startPgbouncer } from '#test/fixtures/pgbouncer.ts'
import { startRedis } from '#test/fixtures/redis.ts'
import { usedDataDir } from '#test/fixtures/used-data-dir.ts'
import { Link } from './link.ts'

export const storeNames = ['postgres', 'clickhouse', 'redis'] as const
export type StoreName = (typeof storeNames)[number]

export type ClusterStore = {
  name: StoreName
  /** Opens a separate link to the store for one process. */
  link(): Promise<Link>
  /** A query to the store without any link; may reject while the store is unavailable. */
  query(): Promise<unknown>
  /** The settings variable that points a process to the store, through the link. */
  setting(link: Link): Record<string, string>
  kill(): Promise<void>
  restart(): Promise<void>
  pause(): void
  goOn(): void
}

export type ClusterStores = AsyncDisposable & { all: readonly ClusterStore[]; keyring: string }

/** `npm run drill -- postgres` puts PgBouncer in transaction mode between the processes and PostgreSQL. */
const isPooled = process.env.TAPEWIRE_DRILL_POOLER === 'pgbouncer'

/** Enough connections for the pools of eight processes. */
const postgresSettings = { max_connections: '200', fsync: 'off' }

/**
 * A private PostgreSQL, ClickHouse and Redis on the files of `given`. By default these have the accounts, instruments
 * and history of a sandbox that ran before.
 */
export async function openStores(given: ReturnType<typeof usedDataDir> = usedDataDir()): Promise<ClusterStores> {
  await using stack = new AsyncDisposableStack()
  const dataDir = stack.use(await given)
  const [postgres, clickhouse, redis] = await Promise.all([
    openPostgres(stack, join(dataDir.path, 'postgres')),
    openClickHouse(stack, join(dataDir.path, 'clickhouse')),
    openRedis(stack),
  ])
  const keyring = (await readFile(join(dataDir.path, 'keyring'), 'utf8')).trim()
  const owned = stack.move()
  return { all: [postgres, clickhouse, redis], keyring, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function openPostgres(stack: AsyncDisposableStack, dir: string): Promise<ClusterStore> {
  const server = stack.use(await startEmbeddedPostgres({ dir, log: silentLog, settings: postgresSettings }))
  const signal = (name: NodeJS.Signals) => {
    const root = server.pid()
    for (const { pid } of root === undefined ? [] : familyOf(root)) process.kill(pid, name)
  }
  const { host, port: ownPort } = server.connection
  const pooler = isPooled ? stack.use(await startPgbouncer(server.connection)) : null
  const direct = `postgres://tapewire@localhost:${ownPort}/postgres?host=${encodeURIComponent(host)}`
  return {
    name: 'postgres',
    link: () => Link.open(pooler ? pooler.connection : { path: `${host}/.s.PGSQL.${ownPort}` }),
    query: () => isUp(server.connection),
    setting: ({ port }) => ({
      DATABASE_URL: `postgres://tapewire@127.0.0.1:${port}/postgres`,
      ...(pooler && { DATABASE_DIRECT_URL: direct }),
    }),
    async kill() {
      const pid = server.pid()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    // PostgreSQL's guard restarts the server, so this only waits.
    restart: () => untilAnswers(server.connection),
    pause: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
  }
}

async function isUp(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  const up = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => {})
  return up
}

async function untilAnswers(connection: pg.ClientConfig): Promise<void> {
  while (!(await isUp(connection))) await sleep(50)
}

async function openClickHouse(stack: AsyncDisposableStack, path: string): Promise<ClusterStore> {
  const server = stack.use(await startClickHouse(path))
  return {
    name: 'clickhouse',
    link: () => Link.open({ host: '127.0.0.1', port: Number(new URL(server.url).port) }),
    query: () =>
      fetch(server.url, { method: 'POST', body: 'SELECT max(time) FROM bars' }).then((answer) => answer.text()),
    setting: ({ port }) => ({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` }),
    kill: () => server.away(),
    restart: () => server.back(),
    pause: () => server.hang(),
    goOn: () => server.goOn(),
  }
}

async function openRedis(stack: AsyncDisposableStack): Promise<ClusterStore> {
  const server = stack.use(await startRedis({ isLasting: true }))
  return {
    name: 'redis',
    link: () => Link.open({ host: '127.0.0.1', port: Number(new URL(server.url).port) }),
    query: () => ping(Number(new URL(server.url).port)),
    setting: ({ port }) => ({ REDIS_URL: `redis://127.0.0.1:${port}` }),
    kill: () => server.away(),
    restart: () => server.crash(),
    pause: () => server.hang(),
    goOn: () => server.goOn(),
  }
}

async function ping(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('PING\r\n')
    await once(socket, 'data')
  } finally {
    socket.destroy()
  }
}
