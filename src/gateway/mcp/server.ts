import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { errorCatalogue, refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import { verifyKey } from '#src/keys/check/verify.ts'
import { refusalOf } from '#src/platform/engines/store-failure.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { errorAnswer } from '#src/platform/http/envelope.ts'
import { bodyBytesMax } from '#src/platform/http/request-body.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import { countRefusals } from '#src/platform/metrics/refusal-count.ts'
import type { Platform } from '#src/platform/platform.ts'
import { answeredWith, type Requests } from '#src/platform/server/requests.ts'
import { countedAs } from '#src/usage/usage.ts'
import type { RestServer } from '../rest/server.ts'
import { Query } from '../rest/wire/call.ts'
import { localeOf, sentSecret } from '../rest/wire/incoming.ts'
import { type Caller, toolSets } from './caller.ts'
import { Documents } from './documents.ts'
import {
  answerPreflight,
  batchRefusal,
  corsHeaders,
  isToolCall,
  originRefusal,
  readMessage,
  relay,
  toRequest,
} from './http.ts'
import { KeptLists } from './kept-lists.ts'
import { protocolServer } from './protocol-server.ts'

const path = '/mcp'

/**
 * The limit of a key at one client address for all messages except calls that reach a tool, which count against the
 * key's limit.
 */
const messages = { limit: 300, windowMs: minuteMs }

/**
 * The Model Context Protocol over streamable HTTP. Each message gets its response independently, without sessions or
 * open streams, so any gateway behind a load balancer can handle the next message.
 */
export class McpServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #rest: RestServer
  readonly #requests: Requests | null
  readonly #handler: McpHttpHandler
  readonly #lists = new KeptLists()
  readonly #callers = new WeakMap<AuthInfo, Caller>()

  constructor(ctx: Platform, rest: RestServer, requests: Requests | null = null) {
    this.#ctx = ctx
    this.#rest = rest
    this.#requests = requests
    const documents = new Documents(ctx)
    this.#handler = createMcpHandler(
      ({ authInfo }) => {
        const caller = authInfo && this.#callers.get(authInfo)
        if (!caller) throw new Error('a message of the protocol has no caller')
        return protocolServer(ctx, documents, caller)
      },
      { maxRequestBodySize: bodyBytesMax },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handler.close()
  }

  static isFor({ url = '/' }: IncomingMessage): boolean {
    return url === path || url.startsWith(`${path}?`)
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#answer(incoming, outgoing).catch((cause: unknown) => {
      this.#ctx.log.error('an answer of the protocol for models could not be sent', { cause })
      outgoing.destroy()
    })
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const began = performance.now()
    const requestId = this.#ctx.random.uuid()
    this.#ctx.loop.name(`${incoming.method} ${path}`)
    let keyId: string | null = null
    let bytes = 0
    try {
      const refused = requestRefusal(incoming) ?? originRefusal(this.#ctx.settings, incoming)
      if (refused) throw refused
      if (incoming.method === 'OPTIONS') {
        answerPreflight(incoming, outgoing)
        return
      }
      if (incoming.method !== 'POST') throw refuse('method_not_allowed', { headers: { allow: 'POST, OPTIONS' } })
      const query = new Query((incoming.url ?? '').slice(path.length + 1))
      const secret = sentSecret(incoming, query)
      keyId = await this.#identify(secret, incoming)
      const message = await readMessage(incoming)
      if (!isToolCall(message)) await this.#count(keyId, incoming)
      const caller: Caller = {
        locale: localeOf(incoming),
        tools: query.choice('tools', toolSets) ?? 'core',
        siteUrl: this.#ctx.settings.publicUrl,
        isSandbox: this.#ctx.settings.mode === 'sandbox',
        requestId,
        ask: (call, refusal) =>
          this.#rest.ask(incoming, outgoing, { root: '/mcp', ...call, secret, refusal: refusal ?? null }),
      }
      const authInfo: AuthInfo = { token: '', clientId: keyId, scopes: [] }
      this.#callers.set(authInfo, caller)
      const answer = (text: string) =>
        this.#handler.fetch(toRequest(this.#ctx.settings.apiUrl, incoming, outgoing, text), { authInfo })
      const response = Array.isArray(message.body)
        ? batchRefusal()
        : ((await this.#lists.of(incoming, message, caller.tools, answer)) ?? (await answer(message.text)))
      // The protocol library refused the call before it reached the tool, which counts calls.
      if (isToolCall(message) && response.status !== 200) await this.#count(keyId, incoming)
      bytes = await relay(response, incoming, outgoing, requestId)
    } catch (error) {
      if (outgoing.destroyed || outgoing.headersSent) return
      this.#refuse(error, incoming, outgoing, requestId)
    } finally {
      const [ms, status] = [performance.now() - began, answeredWith(outgoing)]
      this.#requests?.note({ method: incoming.method ?? '', route: path, status, ms, bytes, keyId, requestId })
    }
  }

  /** An expired or restricted key may still connect, because its tools then return a readable refusal. */
  async #identify(secret: string, incoming: IncomingMessage): Promise<string> {
    const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
    const verdict = await verifyKey(this.#ctx, secret, address)
    if (verdict.kind === 'ok') return countedAs(verdict.key, address)
    if (verdict.keyId === undefined || errorCatalogue[verdict.error].status === 401)
      throw refuse(verdict.error, { headers: { 'www-authenticate': 'Bearer' } })
    return verdict.keyId
  }

  async #count(who: string, incoming: IncomingMessage): Promise<void> {
    const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
    const { allowed, resetMs } = await this.#ctx.limiter.take(`mcp:${who}:${address}`, messages)
    if (!allowed) throw refuse('too_many_requests', { retryAfter: resetMs / 1000 })
  }

  #refuse(error: unknown, incoming: IncomingMessage, outgoing: ServerResponse, requestId: string): void {
    const refusal = refusalOf(this.#ctx, error, 'a message for models was not answered', { requestId })
    countRefusals(this.#ctx.metrics).inc({ role: 'gateway', reason: refusal.error })
    const { status, headers, body } = errorAnswer(refusal, localeOf(incoming), requestId)
    // A body may be refused before it was read completely. Then the connection closes, so that the rest is not read.
    if (!incoming.complete) headers.connection = 'close'
    outgoing.writeHead(status, { ...headers, ...corsHeaders(incoming) }).end(body)
  }
}
