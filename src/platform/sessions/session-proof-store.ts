import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { openClient } from './open-client-store.ts'

const notificationMsDefault = 10_000

/**
 * Proves that connections to `direct` are sessions in the database of `pooled`. A notification from `pooled` must
 * arrive on `direct`. If both are one address, two simultaneous connections must also have two backends. A pooler in
 * transaction mode fails these tests.
 */
export async function assertSessions(
  { pooled, direct }: { pooled: pg.ClientConfig; direct: pg.ClientConfig },
  log: Log,
  { notificationMs = notificationMsDefault } = {},
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const listening = await opened(stack, direct, log)
  const isHeard = new Promise<void>((resolve) => listening.on('notification', () => resolve()))
  const channel = `tapewire_proof_${process.pid}`
  await listening.query(`listen ${channel}`)
  const before = await backendOf(listening)
  const other = await opened(stack, pooled, log)
  if (pooled === direct) {
    const its = await backendOf(other)
    if (its === before || (await backendOf(listening)) !== before) throw noSessions()
  }
  await other.query('select pg_notify($1, $2)', [channel, ''])
  const answered = AbortSignal.timeout(notificationMs)
  // A statement makes the server send waiting notifications.
  const asking = async () => {
    while (!answered.aborted) {
      await listening.query('select')
      await sleep(20)
    }
    return 'silent' as const
  }
  if ((await Promise.race([isHeard, asking()])) === 'silent') throw pooled === direct ? noSessions() : otherDatabase()
  await listening.query(`unlisten ${channel}`)
}

async function opened(stack: AsyncDisposableStack, connection: pg.ClientConfig, log: Log): Promise<pg.Client> {
  const client = await openClient(connection, { log })
  stack.defer(() => client.end())
  return client
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

function noSessions(): SettingsError {
  return new SettingsError(
    'DATABASE_URL leads to a pooler that gives each transaction another connection. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, for migrations, notifications and backups.',
  )
}

function otherDatabase(): SettingsError {
  return new SettingsError(
    'DATABASE_DIRECT_URL is not the address of PostgreSQL behind DATABASE_URL: a notification sent through one did not arrive at the other. Set it to the same database, without a pooler.',
  )
}
