import { mkdir } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { openProcessSpool, openSpool, type Spool } from '../chdb/spool.ts'
import { Lane } from '../engines/lane.ts'
import { TakesNoChanges } from '../engines/takes-no-changes.ts'
import { readTlsFiles } from '../engines/tls-files.ts'
import { nativeColumns } from '../packed/native-columns.ts'
import { loadHere, loadThere, saveHere, saveThere } from '../packed/native-file-store.ts'
import type { ClickHouse } from '../platform.ts'
import { clusterSettings, layoutOf } from './clickhouse-layout.ts'

export type OpenClickHouse = ClickHouse &
  AsyncDisposable & {
    /** Throws an error if the server does not answer, and `TakesNoChanges` if an external server refuses a row. */
    probe(): Promise<void>
    /** The memory that ClickHouse counts, bytes. */
    memoryBytes(): Promise<number>
    /** The cluster's name; null for one server. */
    readonly cluster: string | null
    /** The number of waiting statements in each lane. */
    statements(): Record<LaneName, number>
  }

/**
 * `socket`: the socket of the process that runs the embedded engine. `spool`: the folder from which that process reads
 * large inserts; this process writes them to a folder of its own in it.
 */
export type ClickHouseAddress =
  | { kind: 'embedded'; path: string }
  | { kind: 'socket'; path: string; spool: string }
  | { kind: 'url'; url: string; cluster?: string | null }

type LaneName = 'read' | 'write' | 'report'
type Work<T> = (client: ClickHouseClient, signal: AbortSignal | undefined) => Promise<T>
type Lanes = Record<LaneName, { client: ClickHouseClient; lane: Lane }>
/** A module that only the process with the embedded engine loads. */
type Chdb = typeof import('../chdb/chdb-client.ts')

const readMsDefault = 2_500
const writeMsMax = 120_000
/** The interval at which a probe inserts a row, ms. Each row is a part on the server's disk. */
const insertEveryMs = 30_000
const chunkRows = 100_000
/**
 * A setting of inserts: rows are written without a search for the rows that they replace. Readers and merges search for
 * these rows in any case.
 */
const asTheyCome = 'SETTINGS optimize_on_insert = 0'
/** Texts below this size, in bytes, are not written to a file. */
const spoolTextMin = 100_000

/**
 * ClickHouse with three lanes. Each lane of the embedded engine is a separate client that runs one statement at a time,
 * because statements that wait inside chDB would block the threads with which the process reads files.
 */
export async function openClickHouse(
  where: ClickHouseAddress,
  storage: { readonly full: boolean } = { full: false },
  onAnswer: () => void = () => {},
): Promise<OpenClickHouse> {
  const chdb: Chdb | null = where.kind === 'embedded' ? await import('../chdb/chdb-client.ts') : null
  if (where.kind === 'embedded') await mkdir(where.path, { recursive: true, mode: 0o700 })
  const engine = where.kind === 'embedded' ? chdb?.startEngine(where.path) : undefined
  const lanes = where.kind === 'embedded' ? await embeddedLanes(where.path) : remoteLanes(where)
  const spool = await spoolOf(where)
  let tookRowAt = Number.NEGATIVE_INFINITY
  const layout = layoutOf(where.kind === 'url' ? (where.cluster ?? null) : null)
  const run = <T>(name: LaneName, maxMs: number, work: Work<T>, left?: AbortSignal) => {
    const { client, lane } = lanes[name]
    const guarded = (signal: AbortSignal) =>
      chdb ? chdb.rinsed(client, () => work(client, undefined)) : work(client, signal)
    return lane
      .run(maxMs, guarded, left)
      .catch((error: unknown) => Promise.reject(named(error)))
      .finally(onAnswer)
  }
  const write = (work: Work<unknown>) => {
    if (where.kind !== 'url' && storage.full) throw refuse('storage_full', { retryAfter: 60 })
    return run('write', writeMsMax, work)
  }
  return {
    cluster: layout.cluster,
    query: (sql, params = {}, { lane = 'read', maxMs = readMsDefault, signal: left } = {}) => {
      const query = bounded(layout.read(sql), maxMs)
      const runQuery: Work<never[]> = async (client, signal) => {
        const result = await client.query({ query, query_params: params, format: 'JSONEachRow', ...abortable(signal) })
        onAnswer()
        return result.json()
      }
      return run(lane, maxMs, runQuery, left)
    },
    text: async (sql, format, params = {}, { lane = 'read', maxMs = readMsDefault, signal: left } = {}) =>
      (await run(lane, maxMs, bytesOf(sql, format, params, maxMs), left)).toString('utf8'),
    columns: async (sql, params = {}, { lane = 'read', maxMs = readMsDefault, signal: left } = {}) =>
      nativeColumns(await run(lane, maxMs, bytesOf(sql, 'Native', params, maxMs), left)),
    bytes: (sql, format, params, { maxMs }) => run('report', maxMs, bytesOf(sql, format, params, maxMs)),
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
    async insertBlock(table, block) {
      if (spool)
        await spool(block, (file) =>
          write((client) =>
            client.command({ query: `INSERT INTO ${table} SELECT * FROM file('${file}', 'Native') ${asTheyCome}` }),
          ),
        )
      else
        await write(async (client, signal) => {
          const values = Readable.from([block], { objectMode: false })
          const query = `INSERT INTO ${table} ${asTheyCome} FORMAT Native`
          const { stream } = await client.exec({ query, values, ...abortable(signal) })
          stream.resume()
        })
    },
    async command(sql, params = {}) {
      for (const query of layout.change(sql.trim()))
        await write((client, signal) => client.command({ query, query_params: params, ...abortable(signal) }))
    },
    save: (select, path, { maxMs }) =>
      run('report', maxMs, (client, signal) =>
        where.kind === 'url' ? saveThere(client, select, path, signal) : saveHere(client, select, path),
      ),
    async load(into, path) {
      await write((client, signal) =>
        where.kind === 'url' ? loadThere(client, into, path, signal) : loadHere(client, into, path),
      )
    },
    async probe() {
      await run('read', readMsDefault, (client) => client.query({ query: 'SELECT 1', format: 'JSONEachRow' }))
      // The embedded engine refuses rows only if the disk is full, and the disk is watched separately.
      if (where.kind !== 'url' || performance.now() < tookRowAt + insertEveryMs) return
      const insert: Work<unknown> = (client, signal) =>
        client.command({ query: 'INSERT INTO store_probe SELECT now()', ...abortable(signal) })
      await run('write', readMsDefault, insert).catch((cause: unknown) => {
        if (isRefusal(cause)) throw cause
        const words = wordsOf(cause)
        const why = words === 'NOT_ENOUGH_SPACE' ? 'disk_full' : 'other'
        throw new TakesNoChanges(why, { message: `it answers an INSERT with ${words}`, cause })
      })
      tookRowAt = performance.now()
    },
    async memoryBytes() {
      const query = "SELECT value FROM system.metrics WHERE metric = 'MemoryTracking'"
      const counted = await run('read', readMsDefault, (client) => client.query({ query, format: 'JSONEachRow' }))
      const [row] = await counted.json<{ value: string }>()
      return Number(row?.value)
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
      engine?.[Symbol.dispose]()
    },
  }
}

async function spoolOf(where: ClickHouseAddress): Promise<Spool | null> {
  switch (where.kind) {
    case 'url':
      return null
    case 'socket':
      return openProcessSpool(where.spool)
    case 'embedded':
      return openSpool(`${where.path}.spool`)
  }
}

async function embeddedLanes(path: string): Promise<Lanes> {
  const { chdbClient } = await import('../chdb/chdb-client.ts')
  const open = () => ({ client: chdbClient(path), lane: new Lane({ concurrency: 1, waitingMax: 200 }) })
  return { read: open(), write: open(), report: open() }
}

class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string) {
    super({ keepAlive: true })
    this.#path = path
  }

  override createConnection(): Socket {
    return connect(this.#path)
  }
}

function remoteLanes(where: Exclude<ClickHouseAddress, { kind: 'embedded' }>): Lanes {
  const isOurs = where.kind === 'socket'
  // The data process never closes a kept-alive connection. A new connection for each statement took a seventh of a
  // dashboard's time. A client closes a connection 2.5 s after its own last use, so each client needs its own agent.
  const connection = () =>
    isOurs
      ? { url: 'http://localhost', http_agent: new SocketAgent(where.path), keep_alive: { enabled: true } }
      : serverAt(where.url)
  const open = (max: number) => ({
    client: createClient({
      ...connection(),
      max_open_connections: max,
      request_timeout: writeMsMax,
      ...(where.kind === 'url' && where.cluster && { clickhouse_settings: clusterSettings }),
      // Failures are thrown, so the client's own log, which is not JSON, is off.
      log: { level: ClickHouseLogLevel.OFF },
    }),
    lane: new Lane({ concurrency: max, waitingMax: 400 }),
  })
  // The data process runs four statements at a time; reports and writes leave one statement for reads.
  if (isOurs) return { read: open(6), write: open(1), report: open(2) }
  return { read: open(16), write: open(4), report: open(4) }
}

function serverAt(url: string) {
  const { address, files } = readTlsFiles(url, 'CLICKHOUSE_URL')
  const { ca: ca_cert, cert, key } = files
  if (!ca_cert) return { url: address }
  return { url: address, tls: cert && key ? { ca_cert, cert, key } : { ca_cert } }
}

function abortable(signal: AbortSignal | undefined): { abort_signal?: AbortSignal } {
  return signal ? { abort_signal: signal } : {}
}

/**
 * A setting of reads with FINAL: rows are chosen by conditions on the sorting key before other columns are read. By
 * default, ClickHouse reads all columns first, which takes about twice the time. Other conditions still apply after
 * FINAL.
 */
const keysFirst = 'optimize_move_to_prewhere_if_final = 1'

/** Adds settings to the SQL text. Settings of the client would stay on the embedded session. */
function bounded(sql: string, maxMs: number): string {
  const settings = `max_execution_time = ${Math.max(0.1, maxMs / 1_000)}, ${keysFirst}`
  const bare = sql.trimEnd().replace(/;$/, '')
  return /\bSETTINGS\s+\w+\s*=[^()]*$/i.test(bare) ? `${bare}, ${settings}` : `${bare}\nSETTINGS ${settings}`
}

function bytesOf(sql: string, format: string, params: Record<string, unknown>, maxMs: number): Work<Buffer> {
  const query = `${bounded(sql, maxMs)} FORMAT ${format}`
  return async (client, signal) => {
    const { stream } = await client.exec({ query, query_params: params, ...abortable(signal) })
    return readBytes(stream)
  }
}

async function readBytes(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The name of the server's error, or else the first words of its message. */
function wordsOf(error: unknown): string {
  if (error instanceof ClickHouseError && error.type) return error.type
  return error instanceof Error ? error.message.slice(0, 80) : String(error)
}

const awayMessages =
  /ECONNREFUSED|ECONNRESET|EPIPE|connect ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|socket hang up|Timeout error|TIMEOUT_EXCEEDED|Timeout exceeded|aborted|MEMORY_LIMIT_EXCEEDED|TOO_MANY_SIMULTANEOUS_QUERIES/i

/** Converts failures of an unavailable, slow or overloaded store to a named refusal. Wrong statements stay faults. */
function named(error: unknown): unknown {
  if (isRefusal(error)) return error
  const text =
    error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message} ${error.cause ?? ''}` : ''
  if (!awayMessages.test(text)) return error
  const refusal: Refusal = refuse('history_unavailable', { retryAfter: 5 })
  refusal.cause = error
  return refusal
}
