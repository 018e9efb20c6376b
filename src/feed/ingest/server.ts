import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCatalogue, refuse } from '#src/contract/errors.ts'
import type { FeedKey } from '#src/market/feed-keys/feed-key.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import { errorAnswer, requestLocale, sentHeaders } from '#src/platform/http/envelope.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import { countRefusals } from '#src/platform/metrics/refusal-count.ts'
import type { Platform } from '#src/platform/platform.ts'
import { answeredWith, type Requests } from '#src/platform/server/requests.ts'
import { Access, producerIn } from './access.ts'
import { answerText } from './answer.ts'
import { pushBytesMax, readBody } from './body.ts'
import { lineSlices } from './lines.ts'
import { pushKinds } from './message.ts'
import { Producers } from './producers.ts'
import { PushSockets } from './sockets.ts'

const path = '/ingest'

/**
 * Accepts data that the operator's programs push, on the gateway's origin: as a POST of NDJSON, or over a WebSocket.
 */
export class IngestServer implements AsyncDisposable {
  readonly sockets: PushSockets
  readonly #ctx: Platform
  readonly access: Access
  readonly #producers: Producers
  readonly #requests: Requests | null

  private constructor(
    ctx: Platform,
    dependencies: { access: Access; producers: Producers; sockets: PushSockets },
    requests: Requests | null,
  ) {
    this.#ctx = ctx
    this.access = dependencies.access
    this.#producers = dependencies.producers
    this.sockets = dependencies.sockets
    this.#requests = requests
  }

  static async open(ctx: Platform, requests: Requests | null = null): Promise<IngestServer> {
    const producers = await Producers.open(ctx)
    const sockets = new PushSockets(ctx, producers)
    const access = await Access.open(ctx, (keyId) => {
      if (keyId !== null) producers.forget(keyId)
      sockets.end(keyId)
    })
    sockets.admit(access)
    return new IngestServer(ctx, { access, producers, sockets }, requests)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sockets[Symbol.asyncDispose]()
    await this.access[Symbol.asyncDispose]()
    await this.#producers[Symbol.asyncDispose]()
  }

  static isFor({ url = '/' }: IncomingMessage): boolean {
    return url === path || url.startsWith(`${path}/`) || url.startsWith(`${path}?`)
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answer(incoming, outgoing).catch((cause: unknown) => {
      this.#ctx.log.error('an answer to pushed data could not be sent', { cause })
      outgoing.destroy()
    })
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const began = performance.now()
    const requestId = this.#ctx.random.uuid()
    const locale = requestLocale(sentHeaders(incoming), 'en-US')
    const [route = path] = (incoming.url ?? path).split('?', 1)
    let keyId: string | null = null
    try {
      const refused = requestRefusal(incoming, () => pushBytesMax)
      if (refused) throw refused
      const kind = kindIn(route)
      if (kind === undefined) throw refuse('not_found')
      const allowed = kind === null ? 'GET' : 'POST'
      if (incoming.method !== allowed) throw refuse('method_not_allowed', { headers: { allow: allowed } })
      this.#ctx.loop.name(`${allowed} ${route}`)
      const key = await this.access.keyOf(incoming)
      keyId = key.id
      const producer = await this.#producers.of(key, producerIn(incoming))
      if (kind === null) {
        this.#send(outgoing, 200, requestId, JSON.stringify({ code: 0, msg: 'ok', data: await lastOf(producer, key) }))
        return
      }
      const result = await producer.accept(lineSlices(await readBody(incoming)), kind)
      await this.#producers.heard(producer, result.accepted > 0)
      this.#send(outgoing, 200, requestId, answerText(result, locale))
    } catch (error) {
      if (outgoing.destroyed || outgoing.headersSent) return
      const refusal = refusalOf(this.#ctx, error, 'pushed data could not be accepted', { requestId })
      countRefusals(this.#ctx.metrics).inc({ role: 'gateway', reason: refusal.error })
      const answer = errorAnswer(refusal, locale, requestId)
      // The rest of a refused body is not read, so the connection cannot serve another request.
      if (!incoming.complete) answer.headers.connection = 'close'
      outgoing.writeHead(errorCatalogue[refusal.error].status, answer.headers).end(answer.body)
    } finally {
      const [ms, status] = [performance.now() - began, answeredWith(outgoing)]
      this.#requests?.note({ method: incoming.method ?? '', route, status, ms, bytes: 0, keyId, requestId })
    }
  }

  #send(outgoing: ServerResponse, status: number, requestId: string, text: string): void {
    outgoing.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    })
    outgoing.end(text)
  }
}

async function lastOf(producer: { last(): Promise<number> }, { source }: FeedKey) {
  return { acknowledged: await producer.last(), source }
}

/** The kind in the path of the route; null for the path without a kind, undefined for an unknown path. */
function kindIn(route: string) {
  if (route === path) return null
  return pushKinds.find((kind) => route === `${path}/${kind}`)
}
