import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { KeyVerdict } from '#src/keys/check/verify.ts'
import { SearchIndex } from '#src/market/search/search-index.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Requests } from '#src/platform/server/requests.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { type NewestEvents, Staleness } from '../staleness.ts'
import { KeptFiles } from './files/kept-files.ts'
import { Directory } from './instruments/directory.ts'
import { type Notes, Pipeline } from './pipeline.ts'
import { Rankings } from './prices/rankings.ts'
import { Windows } from './prices/windows.ts'
import { publicRoutes, type RestDeps } from './routes.ts'
import { type AnswerWriter, TextWriter } from './wire/answer-writer.ts'
import { HttpWriter } from './wire/http-writer.ts'
import { RequestIds } from './wire/incoming.ts'
import { initialFacts, type RequestContext } from './wire/request-context.ts'

const exposed =
  'RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Delay, X-Stale, X-Next-Cursor, X-Reason, X-Reasons, X-Warning, X-Source, X-Adjust, X-Row-Count, Retry-After, ETag, Accept-Ranges, Content-Range, Repr-Digest'

/**
 * `root`: the prefix of the route in the access log. `refusal`: the refusal to send after the call was counted.
 * `verdict`: the check of the key, for a call without a secret.
 */
export type OtherCall = {
  root: string
  path: string
  query: string
  refusal: Refusal | null
  verdict?: KeyVerdict | null
}
export type Question = OtherCall & { secret: string }
export type CallResult = { requestId: string } & ({ text: string } | { refusal: Refusal })

export type Boards = Pick<RestDeps, 'board' | 'lateBoard'> & { newest: NewestEvents }

/**
 * The REST data API on Node's HTTP objects, because a framework would take half of the time of a response from memory.
 */
export class RestServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #directory: Directory
  readonly #search: SearchIndex
  readonly #pipeline: Pipeline
  readonly #http: HttpWriter
  readonly #requestIds: RequestIds

  private constructor(
    ctx: Platform,
    { directory, search }: Pick<RestDeps, 'directory' | 'search'>,
    { board, lateBoard, newest }: Boards,
    notes: Notes,
  ) {
    this.#ctx = ctx
    this.#directory = directory
    this.#search = search
    const deps: RestDeps = {
      ctx,
      board,
      lateBoard,
      directory,
      search,
      windows: new Windows(ctx, board, directory),
      rankings: new Rankings(ctx),
      staleness: new Staleness(ctx, newest),
      keptFiles: new KeptFiles(ctx),
    }
    this.#pipeline = new Pipeline(deps, notes)
    this.#http = new HttpWriter(publicRoutes(ctx), (path) => this.#pipeline.route(path) !== null)
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
    const url = incoming.url ?? '/'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const query = mark < 0 ? '' : url.slice(mark + 1)
    this.#serve(
      incoming,
      outgoing,
      { root: '', path, query, refusal: null, ifNoneMatch: incoming.headers['if-none-match'] },
      this.#http,
    )
  }

  /** Handles a call of another protocol. `writer` reads the key and sends the response. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, call: OtherCall, writer: AnswerWriter): void {
    this.#serve(incoming, outgoing, { ...call, ifNoneMatch: undefined }, writer)
  }

  #serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { root, path, query, refusal, verdict = null, ifNoneMatch }: OtherCall & Pick<RequestContext, 'ifNoneMatch'>,
    writer: AnswerWriter,
  ): void {
    const requestId = this.#requestIds.next()
    const context: RequestContext = {
      ...initialFacts,
      incoming,
      outgoing,
      requestId,
      method: incoming.method ?? '',
      root,
      path,
      search: query,
      secret: null,
      verdict,
      refusal,
      ifNoneMatch,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': exposed,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': requestId,
      },
    }
    this.#pipeline.serve(context, writer).catch((error: unknown) => {
      this.#ctx.log.error('a data answer could not be sent', { cause: error })
      outgoing.destroy()
    })
  }

  /** The instrument of a code. A code that is not cached causes a database query. */
  find(assetClass: AssetClass, code: string, region: string | undefined): ReturnType<Directory['find']> {
    return this.#directory.find(assetClass, code, region)
  }

  /** Looks up all codes that are not cached, in one query. Afterwards `find` has them. */
  learn(assetClass: AssetClass, codes: readonly string[], region: string | undefined): Promise<void> {
    return this.#directory.learn(assetClass, codes, region)
  }

  /**
   * Runs a call of another protocol, with entitlement, limits, usage and access log as over REST. The result's text is
   * the JSON envelope.
   */
  async ask(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { root, path, query, secret, refusal: known }: Question,
  ): Promise<CallResult> {
    const writer = new TextWriter()
    const context: RequestContext = {
      ...initialFacts,
      incoming,
      outgoing,
      requestId: this.#requestIds.next(),
      method: incoming.method ?? '',
      root,
      path,
      search: query,
      secret,
      verdict: null,
      refusal: known,
      ifNoneMatch: undefined,
      headers: {},
    }
    await this.#pipeline.serve(context, writer)
    const { refusal, requestId } = context
    return refusal ? { refusal, requestId } : { text: writer.text, requestId }
  }
}
