import type { BarRow } from '#src/contract/data/bars.ts'
import type { DataInput, DataName, DataOutput } from '#src/contract/data/data.ts'
import type { DepthRow, QuoteRow, TickRow } from '#src/contract/data/live.ts'
import type { Beside } from '#src/contract/envelope.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { backoffMs, defaultBackoff } from './backoff.ts'
import { TapewireError } from './error.ts'
import { type KeySource, keyFrom } from './key.ts'
import { paths } from './paths.ts'

/** `{class, region, code}` as on the wire: `stock`, `US`, `AAPL`. */
export type Symbol = { class: AssetClass; region?: string; code: string }

/** Last trade. `ld` price, `t` ms UTC, `v` size, `te` 0 regular, 1 pre, 2 after hours. */
export type Tick = TickRow
/** The session so far. `p` previous close, `tu` turnover, `ts` 0 normal, `ch` change, `chp` change in percent. */
export type Quote = QuoteRow
/** The order book, best level first. `po` level, `p` price, `v` volume, `o` orders. */
export type Depth = DepthRow
/** One bar. `t` its open, ms UTC; `final` is false on the running bar and absent on the others. */
export type Bar = BarRow

export type KlineQuery = Pick<DataInput<'kline'>, 'interval' | 'limit' | 'adjust' | 'cursor'> & {
  /** Numbers are ms, as in answers; texts are sent unchanged. */
  from?: number | string
  to?: number | string
}

/** The fields beside `data`: the plan's delay, the next page, the reason of an empty list, ignored parts of the query. */
export type Answer<T> = { data: T } & Beside

/** The allowance after the last answer, from its `X-RateLimit-*` headers. */
export type RateLimit = { limit: number; remaining: number; resetsAt: Date }

export type RestOptions = {
  /** Origin of the data gateway, for instance `http://localhost:3001`. */
  apiUrl: string
  key: KeySource
  /** Retries of reads after 408, 425, 429 and 5xx; 0 turns them off. Default 2. */
  retries?: number
  /** Language of messages: `en-US`, `zh-CN`, `zh-HK`. */
  lang?: string
  fetch?: typeof fetch
  random?: () => number
}

const retryable = new Set([408, 425, 429, 500, 502, 503, 504])

/** The REST half of the data gateway. Every method throws `TapewireError` when the answer is not a success. */
export class TapewireRest {
  readonly #options: RestOptions
  #limits: RateLimit | null = null

  constructor(options: RestOptions) {
    this.#options = options
  }

  /** Null before the first answer. */
  get limits(): RateLimit | null {
    return this.#limits
  }

  /** Null when there is no data, as for the two below. */
  async tick(symbol: Symbol): Promise<Tick | null> {
    return (await this.get('tick', symbol)).data
  }

  async quote(symbol: Symbol): Promise<Quote | null> {
    return (await this.get('quote', symbol)).data
  }

  /** Quotes of many codes of one class and region, by code. */
  async quotes(assetClass: AssetClass, region: string, codes: readonly string[]): Promise<Record<string, Quote>> {
    return (await this.get('quotes', { class: assetClass, region, codes: codes.join(',') })).data
  }

  async depth(symbol: Symbol): Promise<Depth | null> {
    return (await this.get('depth', symbol)).data
  }

  /** Bars, oldest first; pass `nextCursor` to continue. */
  async kline(symbol: Symbol, query: KlineQuery = {}): Promise<Answer<Bar[]>> {
    const { from, to, ...rest } = query
    const range = {
      ...(from !== undefined && { from: instantText(from) }),
      ...(to !== undefined && { to: instantText(to) }),
    }
    return this.get('kline', { ...symbol, ...rest, ...range })
  }

  /** All bars of a range, page by page. */
  async *bars(symbol: Symbol, query: KlineQuery & { from: number | string }): AsyncGenerator<Bar> {
    let cursor = query.cursor
    for (;;) {
      const page = await this.kline(symbol, { limit: 1000, ...query, ...(cursor === undefined ? {} : { cursor }) })
      yield* page.data
      if (page.nextCursor === undefined || page.data.length === 0) return
      cursor = page.nextCursor
    }
  }

  /** Any call by its name in the OpenAPI document; values that are undefined are omitted. */
  async get<N extends DataName>(name: N, input: DataInput<N>): Promise<Answer<DataOutput<N>>> {
    const { class: assetClass, ...query }: Record<string, unknown> = input
    const path = paths[name].replace('{class}', String(assetClass))
    const { retries = 2, random = Math.random } = this.#options
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#once<DataOutput<N>>(path, query)
      } catch (error) {
        const worth = error instanceof TapewireError && (error.status === 0 || retryable.has(error.status))
        if (!worth || attempt >= retries) throw error
        const wait = backoffMs(attempt, defaultBackoff, random)
        await pause(Math.max(wait, (error.retryAfter ?? 0) * 1000))
      }
    }
  }

  async #once<T>(path: string, query: Record<string, unknown>): Promise<Answer<T>> {
    const { apiUrl, key, lang } = this.#options
    const url = new URL(path, apiUrl)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const headers: Record<string, string> = { accept: 'application/json', token: await keyFrom(key) }
    if (lang !== undefined) headers.lang = lang
    const call = this.#options.fetch ?? fetch
    const response = await call(url, { headers }).catch((cause: unknown) => {
      throw new TapewireError(`No answer from ${url.host}: ${String(cause)}`, { status: 0, code: 0, error: 'network' })
    })
    this.#noteLimits(response.headers)
    // An answer of a proxy is no JSON: `failure` reports its status.
    const body: unknown = await response.json().catch(() => null)
    if (!isRecord(body) || !response.ok || body.code !== 0) throw failure(response, body)
    const { code: _, msg: __, ...answer } = body
    return answer as Answer<T>
  }

  #noteLimits(headers: Headers): void {
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
    this.#limits = { limit, remaining, resetsAt: new Date(Date.now() + reset * 1000) }
  }
}

/** A time in an unambiguous form: the gateway would read a number of few digits as seconds. */
export function instantText(time: number | string): string {
  return typeof time === 'number' ? new Date(time).toISOString() : time
}

function failure(response: Response, body: unknown): TapewireError {
  const facts = isRecord(body) ? body : {}
  const { code, msg, error, requestId, param, data: _, ...detail } = facts
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new TapewireError(typeof msg === 'string' ? msg : `The gateway answered ${response.status}.`, {
    status: response.status,
    code: typeof code === 'number' ? code : response.status,
    error: typeof error === 'string' ? error : 'unexpected_answer',
    requestId: typeof requestId === 'string' ? requestId : response.headers.get('x-request-id'),
    param: typeof param === 'string' ? param : null,
    retryAfter: Number.isFinite(wait) ? wait : null,
    detail,
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
