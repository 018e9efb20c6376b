import { Kysely, type KyselyPlugin, type LogEvent, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { TakesNoChanges, type WhyNoChanges } from '../engines/takes-no-changes.ts'
import { answerWithin, waitFor } from '../engines/wait.ts'
import type { Db, Log, Postgres, Statement, Tx } from '../platform.ts'
import { ifUnlocked, whileLocked } from '../sessions/held-lock-store.ts'
import { openClient } from '../sessions/open-client-store.ts'
import { writeAuditPerson, writeAuditRow } from './audit-row.ts'
import { PostgresListener } from './postgres-listener.ts'
import { StatementNames } from './statement-names.ts'

export type PostgresOptions = {
  connection: pg.PoolConfig
  /** An address with sessions, needed if `connection` leads to a pooler in transaction mode. */
  direct?: pg.ClientConfig | null
  log: Log
  poolMax?: number
  /** Lets the server keep the plans of repeated statements. Only for a server without a pooler in front of it. */
  keepsPlans?: boolean
  /** Called after each result, in the caller's async context. */
  onAnswer?: () => void
  /** Called after each statement, in the caller's async context. */
  onStatement?: ((statement: Statement) => void) | undefined
}

export type OpenPostgres = Postgres &
  AsyncDisposable & {
    /**
     * Throws an error if the server does not answer, and `TakesNoChanges` if it is a standby, read-only or has a full
     * disk.
     */
    probe(): Promise<void>
    /** The state of the pool. `waiting`: statements without a connection. */
    connections(): { used: number; idle: number; waiting: number }
    /** From now on, cancels long statements, so that visitors get a response. Commands never call it. */
    beginServing(): void
  }

const attemptsMax = 4
const unanswered = 'Query read timeout'
type PoolLimits = { statementMs: number; connectMs: number }
const serving: PoolLimits = { statementMs: 2_500, connectMs: 2_500 }
/**
 * Limits for starts and commands, which fill tables, possibly on a slow disk or in a database that has just started.
 */
const patient: PoolLimits = { statementMs: 120_000, connectMs: 120_000 }
const payloadBytesMax = 7_000
/** `read_only_sql_transaction`: the primary was demoted, or set to read-only. */
const readOnlyCode = '25006'
/** `disk_full`: the server could not extend a file. Small changes may still fit where rows were deleted. */
const diskFullCode = '53100'
/** The time for which the disk counts as full after a `disk_full` error. */
const diskFullMs = 60_000
const conflictCodes = new Set(['40001', '40P01', readOnlyCode])

/** int8 arrives as bigint, because a number would lose digits. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8) return BigInt
    return pg.types.getTypeParser(oid, format)
  },
} as pg.CustomTypesConfig

export function openPostgres(options: PostgresOptions): OpenPostgres {
  const { connection, log, onAnswer, onStatement } = options
  const direct = options.direct ?? connection
  let limits: PoolLimits = patient
  const names = options.keepsPlans ? new StatementNames() : null
  let pool = openPool(options, limits)
  let isDemoted = false
  let diskFullAt = Number.NEGATIVE_INFINITY
  const renew = () => {
    const former = pool
    pool = openPool(options, limits)
    former.end().catch((cause: unknown) => log.warn('former connections to PostgreSQL did not close', { cause }))
  }
  // The address may lead to another server by now, so the next connection resolves it again.
  const onReadOnly = (lender: pg.Pool) => {
    isDemoted = true
    if (lender === pool) renew()
  }
  const onRefused = (lender: pg.Pool, code: string | undefined) => {
    if (code === readOnlyCode) onReadOnly(lender)
    if (code === diskFullCode) diskFullAt = performance.now()
  }
  const db: Db = new Kysely({
    dialect: new PostgresDialect({
      pool: { connect: () => lend(pool, limits, { ...options, names }, onRefused), end: () => pool.end(), options: {} },
    }),
    plugins: onAnswer ? [answersTo(onAnswer)] : [],
    ...(onStatement && { log: (event: LogEvent) => onStatement(statementOf(event)) }),
  })
  const send = async (channel: string, payload: string) => {
    await sql`select pg_notify(${channel}, ${payload})`.execute(db)
  }
  const listener = new PostgresListener({ connection: direct, log, send })
  return {
    db,
    transaction: (work) => transaction(db, work),
    session: (work) => inSession(direct, log, work),
    whileLocked: (order, work) => whileLocked(direct, log, order, work),
    ifUnlocked: (lock, work) => ifUnlocked(direct, log, lock, work),
    notify: async (tx, channel, payload) => {
      const text = JSON.stringify(payload ?? null)
      if (Buffer.byteLength(text) > payloadBytesMax) throw new Error(`notification on ${channel} is too large`)
      await sql`select pg_notify(${channel}, ${text})`.execute(tx)
    },
    listen: (channel, handler, onGap) => listener.listen(channel, handler, onGap),
    audit: (tx, actor, action, subject, detail = {}) => writeAuditRow(tx, actor, action, subject, detail),
    auditPerson: writeAuditPerson,
    async probe() {
      const asked = pool
      const refusal = await changesRefused(db)
      if (refusal !== null) {
        onReadOnly(asked)
        throw new TakesNoChanges(refusal)
      }
      // The connection for notifications may still lead to the former primary.
      if (isDemoted) listener.renew()
      isDemoted = false
      if (performance.now() < diskFullAt + diskFullMs) throw new TakesNoChanges('disk_full')
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      // The pool counts a statement as waiting until the next turn, even if a connection is idle.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
    }),
    beginServing() {
      limits = serving
      renew()
      listener.beginServing()
    },
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      await db.destroy()
    },
  }
}

function statementOf({ level, query, queryDurationMillis: ms }: LogEvent): Statement {
  return { system: 'postgresql', text: query.sql, ms, failed: level === 'error' }
}

function answersTo(onAnswer: () => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      onAnswer()
      return result
    },
  }
}

function openPool({ connection, direct, log, poolMax = 16 }: PostgresOptions, limits: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: poolMax,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 30_000,
    application_name: 'tapewire',
    // Without a pooler (`direct` is not set), the limit is set once per connection. Poolers refuse `statement_timeout`
    // as a parameter of a new connection, and may give the connection to other clients. Through a pooler each
    // transaction sets the limit.
    ...(!direct && {
      onConnect: (client) =>
        answerWithin<unknown>(
          limits.connectMs,
          unanswered,
          client.query(`set statement_timeout = ${limits.statementMs}`),
        ),
    }),
  })
  // A broken connection fails its query. Without this listener the error would also end the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  pool.on('error', (cause) => pool.ending || log.warn('an idle PostgreSQL connection was lost', { cause }))
  return pool
}

async function changesRefused(db: Db): Promise<WhyNoChanges | null> {
  const { rows } = await sql<{ standby: boolean; readonly: string }>`
    select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as readonly`.execute(db)
  if (rows[0]?.standby) return 'standby'
  return rows[0]?.readonly === 'on' ? 'read_only' : null
}

/**
 * A client of the pool. Its connection is closed after use if a statement got no answer or a transaction is open. An
 * abandoned `begin` may still be executed later, and the next caller's writes would then never be committed.
 */
async function lend(
  pool: pg.Pool,
  limits: PoolLimits,
  { direct, log, names }: PostgresOptions & { names: StatementNames | null },
  onRefused: (pool: pg.Pool, code: string | undefined) => void,
): Promise<PostgresPoolClient> {
  const wait = { for: 'a connection to PostgreSQL', limitMs: limits.connectMs + 1_000, log }
  const client = limits === patient ? await waitFor(wait, () => pool.connect()) : await pool.connect()
  let isUnanswered = false
  const send = (text: string, values: unknown[]) => {
    const begins = direct && /^(?:begin|start transaction)\b/i.test(text)
    if (begins) return client.query(`${text}; set local statement_timeout = ${limits.statementMs}`)
    const name = values.length > 0 ? names?.of(text) : undefined
    return client.query({ text, values, ...(name && { name }) })
  }
  const query = async (text: string, values: unknown[]) => {
    try {
      return await answerWithin<unknown>(limits.statementMs + 300, unanswered, send(text, values))
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) isUnanswered = true
      else onRefused(pool, error.code)
      throw error
    }
  }
  return {
    // Cursors are not used, so the narrower type is sufficient.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || isUnanswered || client.getTransactionStatus() !== 'I'),
  }
}

/** Runs `work` on a new connection without time limits. Dates and numbers have the same text format on all servers. */
export async function inSession<T>(
  connection: pg.ClientConfig,
  log: Log,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await openClient({ ...connection, types }, { log })
  try {
    await client.query(sessionSettings)
    return await work(client)
  } finally {
    await client.end()
  }
}

const sessionSettings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 3`

async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error
    }
  }
}

/** Serialisation failure, deadlock, or a server that became read-only: a retry may succeed at once. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflictCodes.has(String(error.code))
}
