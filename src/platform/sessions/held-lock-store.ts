import { hostname } from 'node:os'
import pg from 'pg'
import { minuteMs } from '#src/contract/time.ts'
import { waitFor } from '../engines/wait.ts'
import { advisoryLocks, lockTitles } from '../leases/advisory-locks.ts'
import type { HeldLock, LockName, LockOrder, Log } from '../platform.ts'
import { openClient } from './open-client-store.ts'

/** The limit of a wait for a lock. Work under a lock takes seconds; a migration of large tables takes minutes. */
const limitMsDefault = 10 * minuteMs

/**
 * Runs `work` while a transaction holds an advisory lock. The lock ends with its transaction, so a pooler cannot keep
 * it. The transaction has a separate connection, so `work` may use transactions.
 */
export async function whileLocked<T>(
  connection: pg.ClientConfig,
  log: Log,
  order: LockOrder,
  work: (held: HeldLock) => Promise<T>,
): Promise<T> {
  return inLockTransaction(connection, log, order, async (client, pid) => {
    const { limitMs = limitMsDefault, signal } = order
    const wait = { for: lockTitles[order.lock], limitMs, log, signal, holder: () => holderOf(connection, pid) }
    const take = `select pg_advisory_xact_lock${order.isShared ? '_shared' : ''}($1)`
    // The server's limit is later than the limit of `waitFor`, and removes an abandoned waiter from the queue.
    await client.query(`set local lock_timeout = ${limitMs + 5_000}`)
    await waitFor(wait, () => client.query(take, [advisoryLocks[order.lock]]))
    return work(heldBy(client, order.lock))
  })
}

/** Like `whileLocked`, but returns null at once when another process holds the lock. */
export async function ifUnlocked<T>(
  connection: pg.ClientConfig,
  log: Log,
  lock: LockName,
  work: (held: HeldLock) => Promise<T>,
): Promise<T | null> {
  return inLockTransaction(connection, log, { lock }, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      advisoryLocks[lock],
    ])
    return rows[0]?.mine === true ? work(heldBy(client, lock)) : null
  })
}

async function inLockTransaction<T>(
  connection: pg.ClientConfig,
  log: Log,
  { lock, signal }: Pick<LockOrder, 'lock' | 'signal'>,
  work: (client: pg.Client, pid: number) => Promise<T>,
): Promise<T> {
  const name = `tapewire ${lock} ${process.pid}@${hostname()}`
  const client = await openClient(connection, { log, signal, name })
  let isDone = false
  try {
    await client.query(transactionSettings)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const result = await work(client, rows[0]?.pid ?? 0)
    await heldBy(client, lock).assertHeld()
    isDone = true
    return result
  } finally {
    // A client that still waits for the lock would only end after its wait, so its connection is closed.
    if (isDone) await client.end()
    else client.end().catch(() => {})
  }
}

/** When a machine loses power, the server would keep its lock for two hours without these TCP settings. */
const transactionSettings = `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local tcp_keepalives_idle = 15; set local tcp_keepalives_interval = 5; set local tcp_keepalives_count = 3`

function heldBy(client: pg.Client, lock: LockName): HeldLock {
  return {
    async assertHeld() {
      await client.query('select').catch((cause: unknown) => {
        throw new Error(`${lockTitles[lock]} was lost`, { cause })
      })
    },
  }
}

/** Of the processes that block `pid`, the process with the oldest transaction, as text for a message. */
async function holderOf(connection: pg.ClientConfig, pid: number): Promise<string | null> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Holder>(
      `select pid, application_name as name, client_addr::text as address, state,
         coalesce(xact_start, state_change, backend_start) as since
       from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by since limit 1`,
      [pid],
    )
    return rows[0] ? holderText(rows[0]) : null
  } finally {
    client.end().catch(() => {})
  }
}

type Holder = { pid: number; name: string; address: string | null; state: string | null; since: Date | null }

function holderText({ pid, name, address, state, since }: Holder): string {
  const from = address === null ? '' : ` from ${address}`
  const begun = since === null ? '' : ` since ${since.toISOString()}`
  return `"${name}" (PostgreSQL process ${pid}${from}, ${state ?? 'state unknown'}${begun})`
}
