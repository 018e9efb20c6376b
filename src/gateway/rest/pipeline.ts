import type { Counter } from 'prom-client'
import { errorCatalogue, isRefusal, refuse } from '#src/contract/errors.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import { countRefusals } from '#src/platform/metrics/refusal-count.ts'
import type { Platform } from '#src/platform/platform.ts'
import { leftStatus, type Requests } from '#src/platform/server/requests.ts'
import type { UsageMeter } from '#src/usage/meter.ts'
import { failureDetail, targetOf } from '#src/usage/usage.ts'
import { Gate } from './gate.ts'
import { dataRoutes, fileRoute, type RestDeps, unrouted } from './routes.ts'
import type { AnswerWriter } from './wire/answer-writer.ts'
import type { DataHandler } from './wire/call.ts'
import { Call, Queries, sentSecret } from './wire/incoming.ts'
import type { RequestContext } from './wire/request-context.ts'
import { type Body, isHeld, render } from './wire/respond.ts'
import { fileEtag } from './wire/send-file.ts'

const searchCall = 'symbol/web/page'

/** The recorders of responses: the customer's usage, and the operator's metrics. */
export type Notes = { meter: UsageMeter; requests: Requests | null }

/** Runs every data call of any protocol, from the request to the response and its records. */
export class Pipeline {
  readonly #ctx: Platform
  readonly #deps: RestDeps
  readonly #routes: ReadonlyMap<string, { name: string; handler: DataHandler }>
  readonly #meter: UsageMeter
  readonly #requests: Requests | null
  readonly #refusals: Counter
  readonly #queries = new Queries()
  readonly #gate: Gate

  constructor(deps: RestDeps, { meter, requests }: Notes) {
    this.#ctx = deps.ctx
    this.#deps = deps
    this.#routes = dataRoutes(deps)
    this.#meter = meter
    this.#requests = requests
    this.#refusals = countRefusals(deps.ctx.metrics)
    this.#gate = new Gate(deps.ctx, meter)
  }

  async serve(context: RequestContext, writer: AnswerWriter): Promise<void> {
    const began = performance.now()
    try {
      if (writer.answerWithoutKey(context)) return
      const { incoming, path } = context
      const route = this.route(path)
      if (!route) throw unrouted(path)
      context.call = route.name
      context.route = context.root + (route.name === 'files' ? '/files' : path.toLowerCase())
      this.#ctx.loop.name(`${context.method} ${context.route}`)
      const query = this.#queries.read(context.search)
      // Old clients send their key in the query of the calls that they know. Old clients do not know files, so a key in
      // the query of a file is refused.
      if (context.call === 'files' && query.get('token') !== undefined) throw refuse('key_in_query', { param: 'token' })
      const secret = context.verdict ? '' : (context.secret ?? sentSecret(incoming, query))
      const known = context.verdict ? this.#gate.admit(context.verdict, context) : this.#gate.known(secret)
      const key = known ?? (await this.#gate.verify(secret, context))
      context.keyId = key.keyId
      context.isOwnPage = key.kind === 'search'
      const isConditional = context.ifNoneMatch !== undefined
      const leave = this.#gate.enter(key, incoming)
      let body: Body
      let isAllowed = false
      try {
        const counting = this.#gate.allow(key, context, query, isConditional ? 'peek' : 'take')
        if (counting) await counting
        context.counted = !context.isOwnPage
        if (context.refusal) throw context.refusal
        isAllowed = true
        const request = new Call(context, query, key, catalogueOf(this.#ctx), this.#ctx.clock.now())
        const answering = route.handler(request)
        const answer = answering instanceof Promise ? await answering : answering
        if (answering instanceof Promise) this.#ctx.loop.mark()
        if (answer.kind === 'file') {
          if (isHeld(context, { etag: fileEtag(answer.sha256) })) context.status = 304
          else if (isConditional) await this.#gate.allow(key, context, query, 'take')
          context.bytes = await writer.file(context, answer)
          return
        }
        body = render(answer, request)
      } catch (error) {
        if (isConditional && isAllowed && isRefusal(error)) await this.#gate.allow(key, context, query, 'take')
        throw error
      } finally {
        leave()
      }
      if (isHeld(context, body)) context.status = 304
      else if (isConditional) await this.#gate.allow(key, context, query, 'take')
      context.bytes = writer.body(context, body)
    } catch (error) {
      if (writer.hasBegun(context)) throw error
      if (context.outgoing.destroyed) return
      const { requestId, path } = context
      const refusal = refusalOf(this.#ctx, error, 'data request failed', { requestId, path })
      context.status = errorCatalogue[refusal.error].status
      context.refusal = refusal
      this.#refusals.inc({ role: 'gateway', reason: refusal.error })
      context.bytes = writer.refusal(context, refusal)
    } finally {
      const hasLeft = context.outgoing.destroyed && !writer.hasBegun(context)
      this.#note(context, hasLeft ? leftStatus : context.status, performance.now() - began)
    }
  }

  /** Old clients send `/Indices/kline`, so letter case is ignored. */
  route(path: string): { name: string; handler: DataHandler } | null {
    return this.#routes.get(path) ?? this.#routes.get(path.toLowerCase()) ?? fileRoute(this.#deps, path)
  }

  #note(context: RequestContext, sentStatus: number, ms: number): void {
    const { method, route, keyId, requestId, call, status, bytes, incoming, refusal } = context
    this.#requests?.note({ method, route, status: sentStatus, ms, bytes, keyId, requestId })
    if (keyId === null) return
    if (status === 200 && call !== 'files')
      this.#ctx.metrics.time(call === searchCall ? 'symbol_search' : 'data_call', ms)
    const counted = context.counted && status !== 304 && status !== 429
    // If a call of one of our own pages is refused, the key's owner is not at fault, so the refusal is not recorded.
    if (refusal && context.isOwnPage) return
    if (!refusal) this.#meter.note({ keyId, call, status, bytes, counted, incoming })
    else {
      const { error: reason, detail } = refusal
      const target = targetOf(context.search === '' ? context.path : `${context.path}?${context.search}`)
      const failure = { requestId, target, reason, detail: failureDetail(detail) }
      this.#meter.note({ keyId, call, status, bytes, counted, incoming, failure })
    }
  }
}
