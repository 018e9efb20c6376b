import { type Backoff, backoffMs, defaultBackoff } from './backoff.ts'
import { type CallName, type Calls, ordered, type PagedName, paging, paths } from './calls/paths.ts'
import { ApiError } from './error.ts'
import { addressOf, checkOptions, type KeySource, keyFrom } from './key.ts'
import { version } from './version.ts'

/** Fields of a response besides `data`. Each is present only if it applies. */
export type Beside = {
  /** Seconds by which the plan delays prices. */
  delay?: number
  /** The reason why there is no data. */
  reason?: 'unknown_symbol' | 'not_in_plan' | 'no_data' | 'closed'
  /** The reasons why a batch lacks rows of a code, by code. */
  reasons?: Record<string, unknown>
  nextCursor?: string
  /** The source of the rows, in a sandbox only. */
  source?: string
  /** Seconds without any event although the market is open. */
  stale?: number
  /**
   * `region_ignored`: the class has no regions. `history_limit`: the plan's depth of history excluded older bars.
   * `calendar_unknown`: the exchange's holidays are unknown for some of the years.
   */
  warning?: 'region_ignored' | 'history_limit' | 'calendar_unknown'
  adjust?: { mode: 'none' | 'split' | 'dividend' | 'all'; factorDate: string | null }
}
export type Answer<T> = { data: T } & Beside

/** The rate limit after the last response, from its `X-RateLimit-*` headers. */
export type RateLimit = { limit: number; remaining: number; resetsAt: Date }

export type CallOptions = { signal?: AbortSignal }

export type RestOptions = {
  /** Origin of the data gateway, for instance `http://localhost:3001`. */
  apiUrl: string
  key: KeySource
  /**
   * Number of retries of a call after 408, 425, 429, 500, 502, 503, 504 and broken connections; 0: no retries. Default
   * 2.
   */
  retries?: number
  /** The longest wait before a retry, in ms. After a longer `Retry-After` the error is thrown at once. Default 60 s. */
  longestWaitMs?: number
  /** Time limit of one attempt, in ms. Default 30 s. */
  timeoutMs?: number
  /** Language of messages: `en-US`, `zh-CN`, `zh-HK`. */
  lang?: string
  /** Pauses before retries. If `Retry-After` is longer than such a pause, the client waits for `Retry-After`. */
  backoff?: Backoff
  /** Called before the wait for another attempt, for a log. `attempt` is the number of the failed attempt. */
  onRetry?: (retry: { error: ApiError; attempt: number; waitMs: number }) => void
  /** Makes the requests, for a proxy or a test. The `fetch` of Node uses proxies with `NODE_USE_ENV_PROXY=1`. */
  fetch?: typeof fetch
  random?: () => number
}

/** The row type of a call that returns pages. */
export type RowOf<N extends PagedName> = Calls[N]['output'] extends { content: (infer R)[] }
  ? R
  : Calls[N]['output'] extends (infer R)[]
    ? R
    : never

const retryable = new Set([408, 425, 429, 500, 502, 503, 504])
const instants = new Set(['from', 'to', 'et', 'at'])
const timeoutMsUsual = 30_000
/** False in browsers: they set their own User-Agent, and a custom header would need a CORS preflight request. */
const isServer = typeof document === 'undefined' && !('importScripts' in globalThis)
const agent = `market-data-client/${version}`

/** The REST calls of the data gateway. Every method throws `ApiError` when the response is not a success. */
export class Rest {
  readonly #options: RestOptions
  #rateLimit: RateLimit | null = null

  constructor(options: RestOptions) {
    checkOptions(options)
    this.#options = options
  }

  /** The rate limit after the last response; null before the first response. */
  get rateLimit(): RateLimit | null {
    return this.#rateLimit
  }

  /**
   * All rows of a call that returns pages, over all pages. `limit` or `size` is the length of a page. Bars, trades,
   * best quotes and indicators come oldest first with `from`, else newest first; `order` overrides this.
   */
  async *rows<N extends PagedName>(
    name: N,
    input: Calls[N]['input'],
    options: CallOptions = {},
  ): AsyncGenerator<RowOf<N>> {
    const how = paging[name]
    const isBackward = ordered.has(name) && goesBackward(input)
    let next: Record<string, unknown> = how === 'cursor' ? {} : { page: how }
    for (;;) {
      const answer = await this.get(name, { ...input, ...next }, options)
      const { data } = answer as Answer<RowOf<N>[] | { content: RowOf<N>[]; last: boolean; page: number }>
      if (Array.isArray(data)) {
        yield* isBackward ? data.reverse() : data
        if (answer.nextCursor === undefined) return
        next = { cursor: answer.nextCursor }
      } else {
        yield* data.content
        if (data.last) return
        next = { page: data.page + 1 }
      }
    }
  }

  /** Calls any route by its name in the OpenAPI document. Values that are undefined are omitted. */
  async get<N extends CallName>(
    name: N,
    input: Calls[N]['input'],
    options: CallOptions = {},
  ): Promise<Answer<Calls[N]['output']>> {
    const { class: assetClass, ...query }: Record<string, unknown> = input
    const path = paths[name].replace('{class}', String(assetClass))
    return this.#retried(options, () => this.#once<Calls[N]['output']>(path, query, options))
  }

  /**
   * Downloads the bytes of any path: a day file, or a call with `format: 'parquet'`, `'arrow'` or `'csv'`. Read them
   * from the response's `body` or with `arrayBuffer()`; `timeoutMs` limits only the wait until the bytes begin.
   * @example
   * const response = await market.rest.download('/files/stock/US/2026-01-05.parquet', { kind: 'trades' })
   */
  async download(path: string, query: Record<string, unknown> = {}, options: CallOptions = {}): Promise<Response> {
    return this.#retried(options, async () => {
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), this.#options.timeoutMs ?? timeoutMsUsual)
      try {
        const { response, noAnswer } = await this.#request(path, query, '*/*', limit.signal, options)
        if (!response.ok) throw failure(response, jsonIn(await response.text().catch(noAnswer)))
        return response
      } finally {
        clearTimeout(timer)
      }
    })
  }

  async #retried<T>(options: CallOptions, once: () => Promise<T>): Promise<T> {
    const { retries = 2, longestWaitMs = 60_000, backoff = defaultBackoff, random = Math.random } = this.#options
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await once()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const wait = Math.max(backoffMs(attempt, backoff, random), (error.retryAfter ?? 0) * 1000)
        const isWorth = error.status === 0 || retryable.has(error.status)
        if (!isWorth || attempt >= retries || wait > longestWaitMs) throw error
        this.#options.onRetry?.({ error, attempt: attempt + 1, waitMs: wait })
        await pause(wait, options.signal)
      }
    }
  }

  async #once<T>(path: string, query: Record<string, unknown>, options: CallOptions): Promise<Answer<T>> {
    const limit = AbortSignal.timeout(this.#options.timeoutMs ?? timeoutMsUsual)
    const { response, noAnswer } = await this.#request(path, query, 'application/json', limit, options)
    const body = jsonIn(await response.text().catch(noAnswer))
    if (!isRecord(body) || !response.ok || body.code !== 0) throw failure(response, body)
    const { code: _, msg: __, ...answer } = body
    return answer as Answer<T>
  }

  async #request(
    path: string,
    query: Record<string, unknown>,
    accept: string,
    limit: AbortSignal,
    { signal }: CallOptions,
  ): Promise<{ response: Response; noAnswer: (cause: unknown) => never }> {
    const { apiUrl, key, lang } = this.#options
    const [plainPath = '', given] = path.split('?')
    const url = addressOf(apiUrl, plainPath)
    if (given !== undefined) url.search = given
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, instants.has(name) ? instantText(value) : String(value))
    const headers: Record<string, string> = { accept, token: await keyFrom(key) }
    if (lang !== undefined) headers.lang = lang
    if (isServer) headers['user-agent'] = agent
    const call = this.#options.fetch ?? fetch
    const until = signal ? AbortSignal.any([signal, limit]) : limit
    const noAnswer = (cause: unknown) => {
      signal?.throwIfAborted()
      throw new ApiError(`No answer from ${url.host}: ${reasonOf(cause)}`, {
        status: 0,
        code: 0,
        error: 'network',
        cause,
      })
    }
    const response = await call(url, { headers, redirect: 'manual', signal: until }).catch(noAnswer)
    this.#noteRateLimit(response.headers)
    return { response, noAnswer }
  }

  #noteRateLimit(headers: Headers): void {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
      const text = headers.get(`x-ratelimit-${name}`)
      return text === null ? Number.NaN : Number(text)
    })
    if (
      limit === undefined ||
      remaining === undefined ||
      reset === undefined ||
      Number.isNaN(limit + remaining + reset)
    )
      return
    this.#rateLimit = { limit, remaining, resetsAt: new Date(Date.now() + reset * 1000) }
  }
}

/** Whether pages go back in time. The rows of each page are oldest first. */
function goesBackward({ order, from }: Readonly<Record<string, unknown>>): boolean {
  return order === undefined ? from === undefined : order === 'desc'
}

const earliestMs = 100_000_000_000

/**
 * Converts a time to text. A whole number with few digits stays as it is, because the gateway reads it as seconds or a
 * date.
 */
export function instantText(time: unknown): string {
  if (typeof time !== 'number') return time instanceof Date ? time.toISOString() : String(time)
  if (Math.abs(time) >= earliestMs) return new Date(time).toISOString()
  return Number.isInteger(time) ? String(time) : new Date(time * 1000).toISOString()
}

/** The innermost cause, such as `connect ECONNREFUSED`: the error of fetch itself is only "fetch failed". */
function reasonOf(error: unknown): string {
  let inner = error
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause
  if (!(inner instanceof Error)) return String(inner)
  const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : ''
  return [inner.message, inner.message.includes(code) ? '' : code].filter(Boolean).join(' ') || inner.name
}

/** Parses JSON. Returns null for other text, such as a proxy's response; `failure` then reports the status. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function failure(response: Response, body: unknown): ApiError {
  const facts = isRecord(body) ? body : {}
  const { code, msg, error, requestId, param, data: _, ...detail } = facts
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(
    typeof msg === 'string'
      ? msg
      : `The answer has status ${response.status} and is not of the gateway. Is apiUrl the address of the gateway?`,
    {
      status: response.status,
      code: typeof code === 'number' ? code : response.status,
      error: typeof error === 'string' ? error : 'unexpected_answer',
      requestId: typeof requestId === 'string' ? requestId : response.headers.get('x-request-id'),
      param: typeof param === 'string' ? param : null,
      retryAfter: Number.isFinite(wait) ? wait : null,
      detail,
    },
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()
  })
}
