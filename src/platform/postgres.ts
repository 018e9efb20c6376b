import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Actor } from './actor.ts'
import type { Db, Log, Postgres, Tx } from './platform.ts'
import { PostgresListener } from './postgres-listener.ts'

export type PostgresOptions = {
  connection: pg.PoolConfig
  log: Log
  poolMax?: number
  /** A statement that takes longer is cancelled; long work says `set local statement_timeout` itself. */
  statementTimeoutMs?: number
}

export type OpenPostgres = Postgres & AsyncDisposable & { ping(): Promise<void> }

const attemptsMax = 4
const payloadBytesMax = 7_000

/** int8 arrives as bigint, timestamptz as Date, numeric as text: nothing loses a digit on the way. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return BigInt
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

/** PostgreSQL, embedded or external, as the domains see it. */
export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { connection, log } = options
  const statementMs = options.statementTimeoutMs ?? 2_500
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.poolMax ?? 16,
    connectionTimeoutMillis: 2_500,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + 300,
    application_name: 'tapewire',
  })
  // A connection that breaks while a query holds it tells that query; without a listener it would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', (cause) => log.warn('an idle PostgreSQL connection was lost', { cause }))
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  const listener = new PostgresListener(connection, log)
  return {
    db,
    transaction: (work) => transaction(db, work),
    notify: async (tx, channel, payload) => {
      const text = JSON.stringify(payload ?? null)
      if (Buffer.byteLength(text) > payloadBytesMax) throw new Error(`notification on ${channel} is too large`)
      await sql`select pg_notify(${channel}, ${text})`.execute(tx)
    },
    listen: (channel, handler, onGap) => listener.listen(channel, handler, onGap),
    audit: (tx, actor, action, subject, detail = {}) => audit(tx, actor, action, subject, detail),
    async ping() {
      await sql`select 1`.execute(db)
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await db.destroy()
    },
  }
}

async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error
    }
  }
}

/** Serialisation failure or deadlock: the same work may succeed at once. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}

async function audit(tx: Tx, actor: Actor, action: string, subject: string, detail: object): Promise<void> {
  const actorId = actor.kind === 'account' ? actor.accountId : actor.kind === 'system' ? actor.name : null
  await sql`insert into audit (actor_kind, actor_id, action, subject, detail)
    values (${actor.kind}, ${actorId}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
}
