import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { assertVersion } from '../engines/engine-versions.ts'
import type { ClickHouse, Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { Lane } from './lane.ts'
import { pendingMigrations, readMigrations } from './migrations.ts'

export type OpenClickHouse = ClickHouse &
  AsyncDisposable & {
    ping(): Promise<void>
    /** How many wait in each lane. */
    statements(): Record<LaneName, number>
  }

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>
type LaneName = 'read' | 'write' | 'report'
type Work<T> = (client: ClickHouseClient, signal: AbortSignal | undefined) => Promise<T>
type Lanes = Record<LaneName, { client: ClickHouseClient; lane: Lane }>

const readMsDefault = 2_500
const writeMsMax = 120_000
const chunkRows = 100_000
/** Below this size, writing a file costs more than it saves. */
const spoolTextMin = 100_000

/**
 * ClickHouse behind three lanes. Embedded, each lane is a client of its own with one statement at a time: waiters inside
 * chDB would pin the threads that the whole process reads files with.
 */
export async function openClickHouse(
  where: { kind: 'embedded'; path: string } | { kind: 'url'; url: string },
  storage: { readonly full: boolean } = { full: false },
  onAnswer: () => void = () => {},
): Promise<OpenClickHouse> {
  const lanes = await openLanes(where)
  const spool = where.kind === 'embedded' ? await openSpool(`${where.path}.spool`) : null
  const run = <T>(name: LaneName, maxMs: number, work: Work<T>, left?: AbortSignal) => {
    const { client, lane } = lanes[name]
    const guarded = where.kind === 'embedded' ? rinsed(work) : work
    return lane
      .run(maxMs, (signal) => guarded(client, signal), left)
      .catch((error: unknown) => Promise.reject(named(error)))
      .finally(onAnswer)
  }
  const write = (work: Work<unknown>) => {
    if (where.kind === 'embedded' && storage.full) throw refuse('storage_full', { retryAfter: 60 })
    return run('write', writeMsMax, work)
  }
  return {
    query: (sql, params = {}, { lane = 'read', maxMs = readMsDefault, signal: left } = {}) => {
      const query = bounded(sql, maxMs)
      const ask: Work<never[]> = async (client, signal) => {
        const result = await client.query({ query, query_params: params, format: 'JSONEachRow', ...abortable(signal) })
        onAnswer()
        return result.json()
      }
      return run(lane, maxMs, ask, left)
    },
    text: (sql, format, params = {}, { lane = 'read', maxMs = readMsDefault, signal: left } = {}) => {
      const query = `${bounded(sql, maxMs)} FORMAT ${format}`
      const ask: Work<string> = async (client, signal) => {
        const { stream } = await client.exec({ query, query_params: params, ...abortable(signal) })
        return readAll(stream)
      }
      return run(lane, maxMs, ask, left)
    },
    bytes: (sql, format, params, { maxMs }) => {
      const query = `${bounded(sql, maxMs)} FORMAT ${format}`
      const ask: Work<Buffer> = async (client, signal) => {
        const { stream } = await client.exec({ query, query_params: params, ...abortable(signal) })
        return readBytes(stream)
      }
      return run('report', maxMs, ask)
    },
    async insert(table, rows) {
      for (let at = 0; at < rows.length; at += chunkRows) {
        const values = rows.slice(at, at + chunkRows)
        await write((client, signal) => client.insert({ table, values, format: 'JSONEachRow', ...abortable(signal) }))
      }
    },
    async insertText(table, format, text) {
      if (spool && text.length > spoolTextMin) {
        await spool(text, (file) =>
          write((client) =>
            client.command({ query: `INSERT INTO ${table} SELECT * FROM file('${file}', '${format}')` }),
          ),
        )
        return
      }
      const values = () => Readable.from([text], { objectMode: false })
      await write((client, signal) => client.insert({ table, values: values(), format, ...abortable(signal) }))
    },
    async command(sql, params = {}) {
      await write((client, signal) => client.command({ query: sql, query_params: params, ...abortable(signal) }))
    },
    async ping() {
      await run('read', readMsDefault, (client) => client.query({ query: 'SELECT 1', format: 'JSONEachRow' }))
    },
    statements: () => ({
      read: lanes.read.lane.waiting,
      write: lanes.write.lane.waiting,
      report: lanes.report.lane.waiting,
    }),
    async [Symbol.asyncDispose]() {
      for (const { client, lane } of Object.values(lanes)) {
        await lane.close()
        await client.close()
      }
    },
  }
}

type Spool = (text: string | Buffer, work: (file: string) => Promise<unknown>) => Promise<void>

/** The embedded engine reads a file five times as fast as rows that are handed over with the statement. */
async function openSpool(folder: string): Promise<Spool> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  return async (text, work) => {
    count += 1
    const file = join(folder, String(count))
    try {
      await writeFile(file, text)
      await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }
}

async function openLanes(where: { kind: 'embedded'; path: string } | { kind: 'url'; url: string }): Promise<Lanes> {
  if (where.kind === 'embedded') {
    await mkdir(where.path, { recursive: true, mode: 0o700 })
    const open = () => createClient({ connection: embeddedConnection(where.path) })
    const lane = () => new Lane({ concurrency: 1, waitingMax: 200 })
    return {
      read: { client: open(), lane: lane() },
      write: { client: open(), lane: lane() },
      report: { client: open(), lane: lane() },
    }
  }
  const open = (max: number) => ({
    client: createClient({
      url: where.url,
      max_open_connections: max,
      request_timeout: writeMsMax,
      // What fails is thrown; the client's own lines are not JSON.
      log: { level: ClickHouseLogLevel.OFF },
    }),
    lane: new Lane({ concurrency: max, waitingMax: 400 }),
  })
  return { read: open(16), write: open(4), report: open(4) }
}

/** chDB declares the contract of `@clickhouse/client-common`, the same one that `@clickhouse/client` carries a copy of. */
function embeddedConnection(path: string): Connection {
  return createChdbConnection({ path }) as unknown as Connection
}

/**
 * chDB keeps the rows that a statement had made before it failed (a time limit, for instance) and puts them in front of the
 * next answer of that client. So the engine always runs to its end (no abort), and after a failure the client is rinsed
 * until a known answer comes back alone.
 */
function rinsed<T>(work: Work<T>): Work<T> {
  return async (client) => {
    try {
      return await work(client, undefined)
    } catch (error) {
      await rinse(client)
      throw error
    }
  }
}

async function rinse(client: ClickHouseClient): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { stream } = await client.exec({ query: "SELECT 'clean' FORMAT TabSeparated" })
    if ((await readAll(stream)) === 'clean\n') return
  }
  throw new Error('the embedded ClickHouse keeps answering with the rows of a failed query')
}

function abortable(signal: AbortSignal | undefined): { abort_signal?: AbortSignal } {
  return signal ? { abort_signal: signal } : {}
}

/**
 * Brings the tables up to date. Statements are separated by `;` at the end of a line and must bear being run twice. With
 * `isNewDatabase` the tables must be new as well: the instruments of older ones are listed nowhere.
 */
export async function migrateClickHouse(
  clickhouse: ClickHouse,
  folder: string,
  log: Log,
  isNewDatabase = false,
): Promise<string[]> {
  const [server] = await clickhouse.query<{ version: string }>('SELECT version() AS version')
  assertVersion('ClickHouse', server?.version ?? '')
  await clickhouse.command(
    'CREATE TABLE IF NOT EXISTS migrations (name String, checksum String, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY name',
  )
  const rows = await clickhouse.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  if (isNewDatabase && applied.size > 0) throw new SettingsError(historyOfOthers)
  if (!isNewDatabase && applied.size === 0) log.warn(historyIsNew)
  const pending = pendingMigrations(await readMigrations(folder), applied, 'ClickHouse')
  for (const { name, checksum, sql } of pending) {
    for (const statement of sql.split(/;\s*(?:\n|$)/)) {
      const bare = statement.replaceAll(/^\s*--.*$/gm, '').trim()
      if (bare) await clickhouse.command(bare)
    }
    await clickhouse.insert('migrations', [{ name, checksum }])
  }
  if (pending.length > 0) log.debug('ClickHouse migrated', { count: pending.length })
  return pending.map(({ name }) => name)
}

const historyIsNew =
  'history is new and empty, and PostgreSQL is not: if DATA_DIR/clickhouse was deleted, stop, and put it back from a copy'
const historyOfOthers =
  'PostgreSQL is new and empty, but ClickHouse holds the history of another installation: nothing says which instruments its bars belong to. Put back the PostgreSQL data that belongs to it (DATA_DIR/postgres, or the database of DATABASE_URL), or give the new installation an empty ClickHouse (move DATA_DIR/clickhouse away, or set another CLICKHOUSE_URL).'

/** Limits are part of the SQL: as client settings they would stay on the embedded session. */
function bounded(sql: string, maxMs: number): string {
  const limit = `max_execution_time = ${Math.max(0.1, maxMs / 1_000)}`
  const bare = sql.trimEnd().replace(/;$/, '')
  return /\bSETTINGS\s+\w+\s*=[^()]*$/i.test(bare) ? `${bare}, ${limit}` : `${bare}\nSETTINGS ${limit}`
}

async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<string> {
  return (await readBytes(stream)).toString('utf8')
}

const awayMessages =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket hang up|Timeout error|TIMEOUT_EXCEEDED|Timeout exceeded|aborted|MEMORY_LIMIT_EXCEEDED|TOO_MANY_SIMULTANEOUS_QUERIES/i

/** A store that is away, slow or overloaded is a named refusal; a wrong statement stays a fault. */
function named(error: unknown): unknown {
  if (isRefusal(error)) return error
  const text =
    error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message} ${error.cause ?? ''}` : ''
  if (!awayMessages.test(text)) return error
  const refusal: Refusal = refuse('history_unavailable', { retryAfter: 5 })
  refusal.cause = error
  return refusal
}
