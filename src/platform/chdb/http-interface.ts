import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ClickHouseClient } from '@clickhouse/client'
import { isRefusal } from '#src/contract/errors.ts'
import { Lane } from '../engines/lane.ts'
import { chdbClient, rinsed } from './chdb-client.ts'
import { readParameters } from './http-parameters.ts'
import { openSpool, type Spool } from './spool.ts'

/** The number of clients, which is the number of concurrent statements. */
const clientsMax = 4
const statementMsMax = 130_000
/** Inserts below this size, in bytes, are not written to a file. */
const spoolBytesMin = 100_000
/** The maximum size of a request's body in bytes. Inserts of the product have at most 100,000 rows, which need less. */
const bodyBytesMax = 256 * 1024 * 1024

/** Parameters of the HTTP client that concern the connection; the engine does not know them. */
const ofConnection = new Set([
  ...['query', 'query_id', 'database', 'session_id', 'session_timeout', 'default_format', 'wait_end_of_query'],
  ...['enable_http_compression', 'send_progress_in_http_headers', 'http_headers_progress_interval_ms', 'role'],
])

class BadRequest extends Error {}

/**
 * ClickHouse's HTTP interface in front of the embedded engine, for processes without an engine. It supports
 * statements with formats, parameters and settings, inserts, `/ping`, gzip in both directions, and errors with their
 * codes. A statement runs to its end even when the caller has left.
 */
export class ChdbHttp implements AsyncDisposable {
  readonly #clients: ClickHouseClient[]
  readonly #free: ClickHouseClient[]
  readonly #lane = new Lane({ concurrency: clientsMax, waitingMax: 400 })
  readonly #spool: Spool

  private constructor(path: string, spool: Spool) {
    this.#clients = Array.from({ length: clientsMax }, () => chdbClient(path))
    this.#free = [...this.#clients]
    this.#spool = spool
  }

  static async open(path: string): Promise<ChdbHttp> {
    return new ChdbHttp(path, await openSpool(`${path}.spool/http`))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lane.close()
    for (const client of this.#clients) await client.close()
    await this.#spool[Symbol.asyncDispose]()
  }

  async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
      if (pathname === '/ping') outgoing.end('Ok.\n')
      else if (pathname !== '/') outgoing.writeHead(404).end('There is no such address.\n')
      else await this.#answerStatement(searchParams, await bodyOf(incoming), incoming, outgoing)
    } catch (error) {
      sayFailure(outgoing, error)
    }
  }

  async #answerStatement(
    search: URLSearchParams,
    body: Buffer,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const queryText = search.get('query') ?? ''
    const answer = await this.#lane.run(statementMsMax, () =>
      queryText !== '' && isInsert(queryText)
        ? this.#insert(queryText, body, search)
        : this.#run(`${queryText}\n${body}`.trim(), search),
    )
    outgoing.setHeader('content-type', 'application/octet-stream')
    outgoing.setHeader('x-clickhouse-query-id', search.get('query_id') ?? '')
    const packs =
      search.get('enable_http_compression') === '1' && /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')
    if (packs) outgoing.setHeader('content-encoding', 'gzip')
    outgoing.end(packs ? await promisify(gzip)(answer) : answer)
  }

  async #run(statement: string, search: URLSearchParams): Promise<Buffer> {
    const query = withSettings(withFormat(statement, search.get('default_format')), search)
    const query_params = readParameters(query, search)
    return this.#with(async (client) => {
      const { stream } = await client.exec({ query, query_params })
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part)
      return Buffer.concat(parts)
    })
  }

  async #insert(query: string, body: Buffer, search: URLSearchParams): Promise<Buffer> {
    const [, into = '', format = ''] = /^([\s\S]*?)\s+FORMAT\s+(\w+)\s*$/i.exec(query) ?? []
    const isText = format !== 'Native'
    if (format === '' || (isText && body.length < spoolBytesMin)) {
      if (body.toString().trim() !== '' || format === '') await this.#run(`${query}\n${body}`, search)
      return Buffer.alloc(0)
    }
    await this.#spool(body, (file) => this.#run(`${into} SELECT * FROM file('${file}', '${format}')`, search))
    return Buffer.alloc(0)
  }

  async #with<T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
    const client = this.#free.pop()
    if (!client) throw new Error('more statements run than there are clients')
    try {
      return await rinsed(client, work)
    } finally {
      this.#free.push(client)
    }
  }
}

function isInsert(query: string): boolean {
  return /^\s*INSERT\s/i.test(query)
}

function withFormat(statement: string, format: string | null): string {
  return format && /^\s*(SELECT|WITH|SHOW|DESCRIBE)\b/i.test(statement) && !/\bFORMAT\s+\w+\s*$/i.test(statement)
    ? `${statement}\nFORMAT ${format}`
    : statement
}

/**
 * Adds the URL's settings to the statement. Settings of the engine's connection would affect its next statement, too.
 */
function withSettings(statement: string, search: URLSearchParams): string {
  const settings = [...search].filter(([name]) => !ofConnection.has(name) && !name.startsWith('param_'))
  if (settings.length === 0) return statement
  const bad = settings.find(([name]) => !/^\w+$/.test(name))
  if (bad) throw new BadRequest(`Code: 115. DB::Exception: Unknown setting '${bad[0]}'. (UNKNOWN_SETTING)`)
  const list = settings
    .map(([name, value]) => `${name} = ${/^-?[\d.]+$/.test(value) ? value : quoted(value)}`)
    .join(', ')
  const [, head = statement, format = ''] = /^([\s\S]*?)(\s+FORMAT\s+\w+\s*)$/i.exec(statement) ?? []
  return /\bSETTINGS\s+\w+\s*=[^()]*$/i.test(head) ? `${head}, ${list}${format}` : `${head}\nSETTINGS ${list}${format}`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of incoming) {
    bytes += part.length
    if (bytes > bodyBytesMax)
      throw new BadRequest('Code: 241. DB::Exception: The body is too large. (MEMORY_LIMIT_EXCEEDED)')
    parts.push(part)
  }
  const body = Buffer.concat(parts)
  return incoming.headers['content-encoding'] === 'gzip' ? promisify(gunzip)(body) : body
}

/** Sends an error in ClickHouse's text format, from which the client reads code and name. */
function sayFailure(outgoing: ServerResponse, error: unknown): void {
  const { message, code, type } = detailsOf(error)
  const text = message.includes('DB::Exception') ? message : `Code: ${code}. DB::Exception: ${message} (${type})`
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(error instanceof BadRequest ? 400 : 500, {
    'content-type': 'text/plain; charset=utf-8',
    'x-clickhouse-exception-code': code,
  })
  outgoing.end(`${text}\n`)
}

function detailsOf(error: unknown): { message: string; code: string; type: string } {
  if (isRefusal(error))
    return { message: 'Too many simultaneous queries.', code: '202', type: 'TOO_MANY_SIMULTANEOUS_QUERIES' }
  const [code, type] = ['code', 'type'].map((name) => (error instanceof Error ? Reflect.get(error, name) : null))
  return {
    message: error instanceof Error ? error.message : String(error),
    code: typeof code === 'string' && /^\d+$/.test(code) ? code : '1002',
    type: typeof type === 'string' ? type : 'UNKNOWN_EXCEPTION',
  }
}
