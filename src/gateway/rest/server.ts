import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { errorCatalogue, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import type { VerifiedKey } from '#src/keys/key.ts'
import { verifyKey } from '#src/keys/verify.ts'
import { SearchIndex } from '#src/market/search/search-index.ts'
import { clientAddress } from '#src/platform/client-address.ts'
import { errorBody, requestLocale } from '#src/platform/envelope.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { storeFailure } from '#src/platform/store-failure.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { allowanceOf, failureDetail, targetOf } from '#src/usage/usage.ts'
import type { Board } from '../board.ts'
import { type DataHandler, type DataRequest, Query } from './call.ts'
import { Directory } from './directory.ts'
import { limitHeaders } from './limits.ts'
import { render, send } from './respond.ts'
import { dataRoutes, fileRoute, type PublicHandler, publicRoutes, type RestDeps } from './routes.ts'
import { sendFile } from './send-file.ts'
import { Windows } from './windows.ts'

const queryBytesMax = 8 * 1024
const concurrentMax = 64
/** A key checked this short a time ago is not hashed again; a revoked one must be refused within a second. */
const verifiedMs = 250

const exposed =
  'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Delay, X-Next-Cursor, X-Reason, X-Row-Count, Retry-After, ETag'

/** What becomes of one request, for the usage of its key. `counted`: it went against the key's minute; search tokens have their own. */
type Asked = {
  keyId: string | null
  call: string
  counted: boolean
  status: number
  bytes: number
  refusal: Refusal | null
}

/** The data REST: plain handlers on node's own objects, since a framework would cost half of a hot answer. */
export class RestServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #directory: Directory
  readonly #search: SearchIndex
  readonly #deps: RestDeps
  readonly #routes: ReadonlyMap<string, { name: string; handler: DataHandler }>
  readonly #public: ReadonlyMap<string, PublicHandler>
  readonly #meter: UsageMeter
  readonly #running = new Map<string, number>()
  readonly #verified = new Map<string, { key: VerifiedKey; until: number }>()

  private constructor(ctx: Platform, directory: Directory, search: SearchIndex, board: Board, meter: UsageMeter) {
    this.#ctx = ctx
    this.#directory = directory
    this.#search = search
    this.#deps = { ctx, board, directory, search, windows: new Windows(ctx, board, directory) }
    this.#routes = dataRoutes(this.#deps)
    this.#public = publicRoutes(ctx)
    this.#meter = meter
  }

  static async open(ctx: Platform, board: Board, meter: UsageMeter): Promise<RestServer> {
    return new RestServer(ctx, await Directory.open(ctx), await SearchIndex.open(ctx), board, meter)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#search[Symbol.asyncDispose]()
    await this.#directory[Symbol.asyncDispose]()
  }

  /** Answers every request of the data origin. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answer(incoming, outgoing).catch((error: unknown) => {
      this.#ctx.log.error('a data answer could not be sent', { cause: error })
      outgoing.destroy()
    })
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const requestId = this.#ctx.random.bytes(12).toString('base64url')
    const headers: Record<string, string | number> = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposed,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    }
    const url = incoming.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const asked: Asked = { keyId: null, call: 'other', counted: false, status: 200, bytes: 0, refusal: null }
    try {
      const isHead = incoming.method === 'HEAD'
      if (incoming.method === 'OPTIONS') {
        preflight(outgoing, headers)
        return
      }
      if (!url.startsWith('/')) throw refuse('bad_request')
      if (mark >= 0 && url.length - mark > queryBytesMax) throw refuse('uri_too_long')
      if (incoming.method !== 'GET' && !isHead) {
        throw refuse(this.#knows(path) ? 'method_not_allowed' : 'not_found', {
          headers: { allow: 'GET, HEAD, OPTIONS' },
        })
      }
      const open = this.#public.get(path)
      if (open) {
        const body = open()
        if (body.etag && incoming.headers['if-none-match'] === body.etag)
          notModified(outgoing, { ...headers, etag: body.etag })
        else
          send(
            outgoing,
            200,
            body,
            { ...headers, 'cache-control': 'public, max-age=300', ...(body.etag ? { etag: body.etag } : {}) },
            incoming.headers['accept-encoding'],
            isHead,
          )
        return
      }
      const route = this.#routes.get(path) ?? fileRoute(this.#deps, path)
      if (!route) throw unrouted(path)
      asked.call = route.name
      const query = new Query(mark < 0 ? '' : url.slice(mark + 1))
      // Old clients send their key in the query of the calls they know; files are new.
      if (asked.call === 'files' && query.get('token') !== undefined) throw refuse('key_in_query', { param: 'token' })
      const key = await this.#authenticate(incoming, query, asked)
      const isConditional = incoming.headers['if-none-match'] !== undefined
      const allowance = await this.#allow(key, incoming, headers, isConditional ? 'peek' : 'take')
      asked.counted = key.kind !== 'search'
      const request: DataRequest = {
        path,
        query,
        headers: incoming.headers,
        get locale() {
          return requestLocale(new LazyHeaders(incoming) as unknown as Headers, 'en-US')
        },
        requestId,
        key,
        now: this.#ctx.clock.now(),
        get gone() {
          return goneSignal(outgoing)
        },
      }
      const body = await this.#bounded(key, async () => {
        const answer = await route.handler(request)
        if (answer.kind !== 'file') return render(answer, request)
        if (isConditional) await this.#allow(request.key, incoming, headers, 'take')
        asked.bytes = await sendFile(outgoing, answer, headers, isHead)
        return null
      })
      if (body === null) return
      if (body.etag !== null) {
        headers.etag = body.etag
        if (incoming.headers['if-none-match'] === body.etag) {
          Object.assign(headers, limitHeaders(key, allowance))
          notModified(outgoing, headers)
          asked.status = 304
          return
        }
      }
      if (isConditional) await this.#allow(key, incoming, headers, 'take')
      Object.assign(headers, body.headers)
      asked.bytes = send(outgoing, 200, body, headers, incoming.headers['accept-encoding'], isHead)
    } catch (error) {
      if (outgoing.headersSent) throw error
      if (outgoing.destroyed) return
      const refusal = this.#refusalOf(error, requestId, path)
      asked.status = errorCatalogue[refusal.error].status
      asked.refusal = refusal
      asked.bytes = this.#refuse(outgoing, refusal, headers, incoming, requestId)
    } finally {
      this.#note(asked, url, requestId)
    }
  }

  #note({ keyId, call, status, bytes, refusal, counted }: Asked, url: string, requestId: string): void {
    if (keyId === null) return
    const answered = { keyId, call, status, bytes, counted: counted && status !== 304 && status !== 429 }
    if (!refusal) this.#meter.note(answered)
    else {
      const { error: reason, detail } = refusal
      this.#meter.note({
        ...answered,
        failure: { requestId, target: targetOf(url), reason, detail: failureDetail(detail) },
      })
    }
  }

  #knows(path: string): boolean {
    return this.#routes.has(path) || this.#public.has(path) || fileRoute(this.#deps, path) !== null
  }

  /** `token`, `Authorization: Bearer`, or `?token=` of old clients; two different ones are refused. */
  async #authenticate(incoming: IncomingMessage, query: Query, asked: Asked): Promise<VerifiedKey> {
    const { token, authorization } = incoming.headers
    const sent = [
      typeof token === 'string' ? token.trim() : undefined,
      authorization === undefined ? undefined : authorization.replace(/^Bearer\s+/i, '').trim(),
      query.get('token'),
    ].filter((secret) => secret !== undefined && secret !== '')
    if (new Set(sent).size > 1) throw refuse('conflicting_credentials')
    const secret = sent[0] ?? ''
    const now = this.#ctx.clock.now()
    const known = this.#verified.get(secret)
    if (known && now < known.until) {
      asked.keyId = known.key.keyId
      return known.key
    }
    const verdict = await verifyKey(this.#ctx, secret)
    if (verdict.kind === 'refused') {
      asked.keyId = verdict.keyId ?? null
      throw refuse(verdict.error)
    }
    asked.keyId = verdict.key.keyId
    if (this.#verified.size >= 2_000) this.#verified.clear()
    this.#verified.set(secret, { key: verdict.key, until: Math.min(now + verifiedMs, verdict.key.expiresAt) })
    return verdict.key
  }

  /** Counts the request against the minute, or only looks; the figures go into the headers either way. */
  async #allow(
    key: VerifiedKey,
    incoming: IncomingMessage,
    headers: Record<string, string | number>,
    how: 'take' | 'peek',
  ): Promise<Allowance> {
    const { name, rule } = allowanceOf(
      key,
      key.kind === 'demo' ? clientAddress(incoming, this.#ctx.settings.trustedProxies) : '',
    )
    if (key.limits.perMinute === null) return unlimited
    const allowance = await this.#ctx.limiter[how](name, rule)
    Object.assign(headers, limitHeaders(key, allowance))
    this.#meter.watch(key, allowance)
    if (!allowance.allowed) throw refuse('rate_limited', { retryAfter: allowance.resetMs / 1000 })
    return allowance
  }

  /** A key may have so many requests under way; one more waits for nobody. */
  async #bounded<T>(key: VerifiedKey, work: () => Promise<T> | T): Promise<T> {
    const running = this.#running.get(key.keyId) ?? 0
    if (running >= concurrentMax && key.kind !== 'demo') throw refuse('too_many_concurrent', { retryAfter: 1 })
    this.#running.set(key.keyId, running + 1)
    try {
      return await work()
    } finally {
      const left = (this.#running.get(key.keyId) ?? 1) - 1
      if (left === 0) this.#running.delete(key.keyId)
      else this.#running.set(key.keyId, left)
    }
  }

  #refusalOf(error: unknown, requestId: string, path: string): Refusal {
    if (isRefusal(error)) return error
    const named = storeFailure(error)
    if (named) {
      this.#ctx.log.warn('a store did not answer', { requestId, path, cause: error })
      return named
    }
    this.#ctx.log.error('data request failed', { requestId, path, cause: error })
    return refuse('server_error')
  }

  #refuse(
    outgoing: ServerResponse,
    refusal: Refusal,
    headers: Record<string, string | number>,
    incoming: IncomingMessage,
    requestId: string,
  ): number {
    const locale = requestLocale(new LazyHeaders(incoming) as unknown as Headers, 'en-US')
    const { retryAfter } = refusal.detail
    Object.assign(headers, refusal.detail.headers)
    if (retryAfter !== undefined) headers['retry-after'] = Math.max(1, Math.ceil(retryAfter))
    const text = JSON.stringify(errorBody(refusal, locale, requestId))
    const body = { text, contentType: 'application/json; charset=utf-8' }
    return send(outgoing, errorCatalogue[refusal.error].status, body, headers, undefined, incoming.method === 'HEAD')
  }
}

function goneSignal(outgoing: ServerResponse): AbortSignal {
  const left = new AbortController()
  if (outgoing.destroyed) left.abort()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort()
  })
  return left.signal
}

const unlimited: Allowance = { allowed: true, limit: 0, remaining: 0, resetMs: 0 }

/** `Headers.get` over node's own headers, without copying them. */
class LazyHeaders {
  readonly #incoming: IncomingMessage
  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
  }
  get(name: string): string | null {
    const value = this.#incoming.headers[name]
    return typeof value === 'string' ? value : null
  }
}

function unrouted(path: string): Refusal {
  const [, head = '', tail] = path.split('/')
  const isClass = assetClasses.some((name) => name === head)
  const known = ['kline', 'klines', 'tick', 'ticks', 'quote', 'quotes', 'depth', 'depths', 'indicator']
  return !isClass && tail !== undefined && known.includes(tail) ? refuse('unknown_class') : refuse('not_found')
}

function preflight(outgoing: ServerResponse, headers: Record<string, string | number>): void {
  const all: OutgoingHttpHeaders = {
    ...headers,
    'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    'access-control-allow-headers': 'token, authorization, lang, if-none-match, accept',
    'access-control-max-age': '86400',
  }
  outgoing.writeHead(204, all)
  outgoing.end()
}

function notModified(outgoing: ServerResponse, headers: Record<string, string | number>): void {
  outgoing.writeHead(304, headers)
  outgoing.end()
}
