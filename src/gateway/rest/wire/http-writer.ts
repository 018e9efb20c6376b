import type { ErrorEnvelope } from '#src/contract/envelope.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { errorBody } from '#src/platform/http/envelope.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import type { AnswerWriter } from './answer-writer.ts'
import type { DataAnswer } from './call.ts'
import { localeOf } from './incoming.ts'
import type { RequestContext } from './request-context.ts'
import { type Body, isHeld, send } from './respond.ts'
import { sendFile } from './send-file.ts'

export class HttpWriter implements AnswerWriter {
  readonly #documents: ReadonlyMap<string, () => Body>
  readonly #isRoute: (path: string) => boolean

  constructor(documents: ReadonlyMap<string, () => Body>, isRoute: (path: string) => boolean) {
    this.#documents = documents
    this.#isRoute = isRoute
  }

  /** Headers that may contain a key, besides our own. */
  protected get keyHeaders(): readonly string[] {
    return []
  }

  answerWithoutKey(context: RequestContext): boolean {
    const { incoming, method, path } = context
    const refused = requestRefusal(incoming)
    if (refused) throw refused
    if (method === 'OPTIONS') {
      preflight(context, this.keyHeaders)
      return true
    }
    const document = this.#documents.get(path)
    if (method !== 'GET' && method !== 'HEAD')
      throw refuse(document || this.#isRoute(path) ? 'method_not_allowed' : 'not_found', {
        headers: { allow: 'GET, HEAD, OPTIONS' },
      })
    if (!document) return false
    context.route = path
    const body = document()
    if (isHeld(context, body)) context.status = 304
    context.bytes = this.body(context, body)
    return true
  }

  hasBegun({ outgoing }: RequestContext): boolean {
    return outgoing.headersSent
  }

  body({ incoming, outgoing, method, status, headers }: RequestContext, body: Body): number {
    if (body.etag !== null) headers.etag = body.etag
    if (status === 304) {
      const { 'cache-control': caching } = body.headers
      if (caching !== undefined) headers['cache-control'] = caching
      outgoing.writeHead(304, headers).end()
      return 0
    }
    Object.assign(headers, body.headers)
    return send(outgoing, 200, body, headers, incoming.headers['accept-encoding'], method === 'HEAD')
  }

  file(context: RequestContext, file: Extract<DataAnswer, { kind: 'file' }>): Promise<number> {
    return sendFile(context, file)
  }

  refusal(context: RequestContext, refusal: Refusal): number {
    const { incoming, outgoing, method, status, headers, requestId } = context
    const { retryAfter } = refusal.detail
    Object.assign(headers, refusal.detail.headers)
    if (retryAfter !== undefined) headers['retry-after'] = Math.max(1, Math.ceil(retryAfter))
    const body = this.refusalForm(context, errorBody(refusal, localeOf(incoming), requestId))
    return send(outgoing, status, body, headers, undefined, method === 'HEAD')
  }

  protected refusalForm(context: RequestContext, ours: ErrorEnvelope): Pick<Body, 'text' | 'contentType'> {
    const text = JSON.stringify(this.refusalBody(context, ours))
    return { text, contentType: 'application/json; charset=utf-8' }
  }

  /** TradingView's adapters recognise a refusal by `s`, and show `errmsg`. They ignore the status. */
  protected refusalBody({ path }: RequestContext, ours: ErrorEnvelope): object {
    return /^\/udf\//i.test(path) ? { s: 'error', errmsg: ours.msg, ...ours } : ours
  }
}

const allowedHeaders = ['token', 'authorization', 'lang', 'if-none-match', 'accept', 'range', 'if-range']

function preflight(context: RequestContext, keyHeaders: readonly string[]): void {
  context.status = 204
  context.outgoing
    .writeHead(204, {
      ...context.headers,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': [...allowedHeaders, ...keyHeaders].join(', '),
      'access-control-max-age': '86400',
    })
    .end()
}
