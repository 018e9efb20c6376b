import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counter } from 'prom-client'
import { errorCatalogue, type Refusal, refuse } from '#src/contract/errors.ts'
import { SearchIndex } from '#src/market/search/search-index.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import { countRefusals } from '#src/platform/metrics/refusal-count.ts'
import type { Platform } from '#src/platform/platform.ts'
import { answeredWith, type Requests } from '#src/platform/server/requests.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { failureDetail, targetOf } from '#src/usage/usage.ts'
import { type NewestEvents, Staleness } from '../staleness.ts'
import { type Asked, unasked } from './asked.ts'
import { Gate } from './gate.ts'
import { Directory } from './instruments/directory.ts'
import { limitHeaders } from './limits.ts'
import { Rankings } from './prices/rankings.ts'
import { Windows } from './prices/windows.ts'
import { dataRoutes, fileRoute, type PublicHandler, publicRoutes, type RestDeps, unrouted } from './routes.ts'
import { notModified, preflight } from './wire/bare-answers.ts'
import type { DataHandler } from './wire/call.ts'
import { Call, Queries, RequestIds, sentSecret } from './wire/incoming.ts'
import { refusalOf, sendRefusal } from './wire/refusals.ts'
import { type Body, render, send } from './wire/respond.ts'
import { sendFile } from './wire/send-file.ts'

const searchCall = 'symbol/web/page'

const exposed =
  'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Delay, X-Stale, X-Next-Cursor, X-Reason, X-Row-Count, Retry-After, ETag'

/** Where answers are noted: for the customer's usage, and for the operator's metrics. */
type Notes = { meter: UsageMeter; requests: Requests | null }

/** A data call: path and query of the contract, and the caller's key. */
export type Question = { path: string; query: string; secret: string }
export type Told = { requestId: string } & ({ text: string } | { refusal: Refusal })

export type Boards = Pick<RestDeps, 'board' | 'lateBoard'> & { newest: NewestEvents }

/** The data REST on node's own objects: a framework would cost half of a hot answer. */
export class RestServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #directory: Directory
  readonly #search: SearchIndex
  readonly #deps: RestDeps
  readonly #routes: ReadonlyMap<string, { name: string; handler: DataHandler }>
  readonly #public: ReadonlyMap<string, PublicHandler>
  readonly #meter: UsageMeter
  readonly #requests: Requests | null
  readonly #refusals: Counter
  readonly #requestIds: RequestIds
  readonly #queries = new Queries()
  readonly #gate: Gate

  private constructor(
    ctx: Platform,
    { directory, search }: Pick<RestDeps, 'directory' | 'search'>,
    boards: Boards,
    { meter, requests }: Notes,
  ) {
    const { board, lateBoard, newest } = boards
    this.#ctx = ctx
    this.#directory = directory
    this.#search = search
    this.#deps = {
      ctx,
      board,
      lateBoard,
      directory,
      search,
      windows: new Windows(ctx, board, directory),
      rankings: new Rankings(ctx.clock),
      staleness: new Staleness(ctx, newest),
    }
    this.#routes = dataRoutes(this.#deps)
    this.#public = publicRoutes(ctx)
    this.#meter = meter
    this.#gate = new Gate(ctx, meter)
    this.#requests = requests
    this.#refusals = countRefusals(ctx.metrics)
    this.#requestIds = new RequestIds(ctx.random)
  }

  static async open(
    ctx: Platform,
    boards: Boards,
    meter: UsageMeter,
    requests: Requests | null = null,
  ): Promise<RestServer> {
    const known = { directory: await Directory.open(ctx), search: await SearchIndex.open(ctx) }
    return new RestServer(ctx, known, boards, { meter, requests })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#search[Symbol.asyncDispose]()
    await this.#directory[Symbol.asyncDispose]()
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answer(incoming, outgoing).catch((error: unknown) => {
      this.#ctx.log.error('a data answer could not be sent', { cause: error })
      outgoing.destroy()
    })
  }

  /**
   * A call that came by another protocol, with the entitlement, limits and usage of one over REST. Its text is the JSON of the
   * envelope.
   */
  async ask(incoming: IncomingMessage, outgoing: ServerResponse, { path, query, secret }: Question): Promise<Told> {
    const began = performance.now()
    const requestId = this.#requestIds.next()
    const asked: Asked = { ...unasked }
    try {
      const route = this.#routes.get(path)
      if (!route) throw unrouted(path)
      asked.call = route.name
      const key = this.#gate.known(secret) ?? (await this.#gate.verify(secret, asked))
      asked.keyId = key.keyId
      await this.#gate.allow(key, incoming, {}, 'take')
      asked.counted = key.kind !== 'search'
      const request = new Call(
        incoming,
        outgoing,
        path,
        this.#queries.read(query),
        requestId,
        key,
        catalogueOf(this.#ctx),
        this.#ctx.clock.now(),
      )
      const leave = this.#gate.enter(key, incoming)
      try {
        const answer = await route.handler(request)
        if (answer.kind === 'file') throw refuse('invalid_format')
        const { text } = render(answer, request)
        asked.bytes = Buffer.byteLength(text)
        return { text: String(text), requestId }
      } finally {
        leave()
      }
    } catch (error) {
      const refusal = refusalOf(this.#ctx, error, { requestId, path })
      asked.status = errorCatalogue[refusal.error].status
      asked.refusal = refusal
      this.#refusals.inc({ role: 'gateway', reason: refusal.error })
      return { refusal, requestId }
    } finally {
      this.#note(asked, `${path}?${query}`, requestId)
      if (asked.status === 200) this.#ctx.metrics.time('data_call', performance.now() - began)
    }
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const began = performance.now()
    const requestId = this.#requestIds.next()
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
    const asked: Asked = { ...unasked }
    try {
      const isHead = incoming.method === 'HEAD'
      const refused = requestRefusal(incoming)
      if (refused) throw refused
      if (incoming.method === 'OPTIONS') {
        preflight(outgoing, headers)
        return
      }
      if (incoming.method !== 'GET' && !isHead) {
        throw refuse(this.#knows(path) ? 'method_not_allowed' : 'not_found', {
          headers: { allow: 'GET, HEAD, OPTIONS' },
        })
      }
      const open = this.#public.get(path)
      if (open) {
        asked.route = path
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
      const route = this.#route(path)
      if (!route) throw unrouted(path)
      asked.call = route.name
      asked.route = route.name === 'files' ? '/files' : path.toLowerCase()
      this.#ctx.loop.name(`GET ${asked.route}`)
      const query = this.#queries.read(mark < 0 ? '' : url.slice(mark + 1))
      // Old clients send their key in the query of the calls they know, and files are newer.
      if (asked.call === 'files' && query.get('token') !== undefined) throw refuse('key_in_query', { param: 'token' })
      const secret = sentSecret(incoming, query)
      const key = this.#gate.known(secret) ?? (await this.#gate.verify(secret, asked))
      asked.keyId = key.keyId
      const isConditional = incoming.headers['if-none-match'] !== undefined
      const taking = this.#gate.allow(key, incoming, headers, isConditional ? 'peek' : 'take')
      const allowance = taking instanceof Promise ? await taking : taking
      asked.counted = key.kind !== 'search'
      const request = new Call(
        incoming,
        outgoing,
        path,
        query,
        requestId,
        key,
        catalogueOf(this.#ctx),
        this.#ctx.clock.now(),
      )
      const leave = this.#gate.enter(key, incoming)
      let body: Body
      try {
        const answering = route.handler(request)
        const answer = answering instanceof Promise ? await answering : answering
        if (answering instanceof Promise) this.#ctx.loop.mark()
        if (answer.kind === 'file') {
          if (isConditional) await this.#gate.allow(key, incoming, headers, 'take')
          asked.bytes = await sendFile(outgoing, answer, headers, isHead)
          return
        }
        body = render(answer, request)
      } finally {
        leave()
      }
      if (body.etag !== null) {
        headers.etag = body.etag
        if (incoming.headers['if-none-match'] === body.etag) {
          Object.assign(headers, limitHeaders(key, allowance))
          notModified(outgoing, headers)
          asked.status = 304
          return
        }
      }
      if (isConditional) await this.#gate.allow(key, incoming, headers, 'take')
      Object.assign(headers, body.headers)
      asked.bytes = send(outgoing, 200, body, headers, incoming.headers['accept-encoding'], isHead)
    } catch (error) {
      if (outgoing.headersSent) throw error
      if (outgoing.destroyed) return
      const refusal = refusalOf(this.#ctx, error, { requestId, path })
      asked.status = errorCatalogue[refusal.error].status
      asked.refusal = refusal
      this.#refusals.inc({ role: 'gateway', reason: refusal.error })
      asked.bytes = sendRefusal(incoming, outgoing, refusal, headers, requestId)
    } finally {
      this.#note(asked, url, requestId)
      const ms = performance.now() - began
      if (asked.status === 200 && asked.keyId !== null && asked.call !== 'files')
        this.#ctx.metrics.time(asked.call === searchCall ? 'symbol_search' : 'data_call', ms)
      const { route, bytes, keyId } = asked
      const status = answeredWith(outgoing)
      this.#requests?.note({ method: incoming.method ?? '', route, status, ms, bytes, keyId, requestId })
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

  /** Old clients send `/Indices/kline`. */
  #route(path: string): { name: string; handler: DataHandler } | null {
    return this.#routes.get(path) ?? this.#routes.get(path.toLowerCase()) ?? fileRoute(this.#deps, path)
  }

  #knows(path: string): boolean {
    return this.#public.has(path) || this.#route(path) !== null
  }
}
