import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { type ErrorName, errorCatalogue, refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { closeCodes, streamLimits, streamPath } from '#src/contract/stream-names.ts'
import { minuteMs } from '#src/contract/time.ts'
import { clientAddress, wholeClientAddress } from '#src/platform/http/client-address.ts'
import { errorBody, requestLocale, sentHeaders } from '#src/platform/http/envelope.ts'
import { targetRefusal } from '#src/platform/http/request-guard.ts'
import type { Allowance, Platform } from '#src/platform/platform.ts'
import { connectionsOf } from '#src/platform/server/connections.ts'
import { sayFarewell } from '#src/platform/server/farewell.ts'
import type { Handshake } from './access/access.ts'
import { StreamClient } from './client/client.ts'
import type { StreamHub } from './hub.ts'
import { ownProtocol } from './protocol/own.ts'
import type { Protocol } from './protocol/protocol.ts'

const sweepMs = 250
/** The handshakes that one address may make a minute, for each connection that it may hold. */
const handshakesPerConnection = 4
/** The time for clients to confirm the close, ms. */
const closeMs = 1_000
/** Close frames are spread over this time, ms, so that the clients do not all reconnect at the same moment. */
const spreadMs = 400
const stepMs = 20

/**
 * The content of a path: one class, or all classes (null). `secret`: the key, if a vendor has a header of its own for
 * it.
 */
type Served = { class: AssetClass | null; protocol: Protocol; secret?: string }

/** The stream for another vendor's clients at a path; null if there is no such stream. */
export type OtherStreams = (path: string, headers: IncomingHttpHeaders) => Served | null

const noOthers: OtherStreams = () => null

export class StreamServer implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #hub: StreamHub
  readonly #others: OtherStreams
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: streamLimits.messageBytesMax,
    ...{ maxFragments: 64, maxBufferedChunks: 256 },
  })
  readonly #sweeper: NodeJS.Timeout
  #closed: Promise<void> | null = null

  constructor(ctx: Platform, hub: StreamHub, others = noOthers) {
    this.#ctx = ctx
    this.#hub = hub
    this.#others = others
    // `setImmediate` lets a blocked event loop first read messages that have arrived, such as a key that came in time.
    this.#sweeper = setInterval(() => setImmediate(() => hub.sweep()), sweepMs)
    this.#sweeper.unref()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(closeMs)
  }

  /**
   * Announces the restart and closes each socket with 1012. After `withinMs`, at most `closeMs`, terminates the sockets
   * that are still open.
   */
  close(withinMs: number): Promise<void> {
    this.#closed ??= this.#close(Math.min(withinMs, closeMs))
    return this.#closed
  }

  async #close(withinMs: number): Promise<void> {
    clearInterval(this.#sweeper)
    this.#hub.flush.flushBatched()
    const until = performance.now() + withinMs
    const each = Math.max(100, Math.ceil((this.#hub.sockets * stepMs) / spreadMs))
    while (this.#hub.end(closeCodes.restarting, 'restarting', each) === each) await sleep(stepMs)
    while (this.#hub.sockets > 0 && performance.now() < until) await sleep(stepMs)
    this.#hub.each((client) => client.terminate())
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    if (this.#closed) {
      this.#refuse(request, socket, 'server_busy', 1)
      return
    }
    const refused = targetRefusal(request.url ?? '')
    const handshake = refused ? null : this.#handshake(request)
    if (!handshake) {
      this.#refuse(request, socket, refused ?? 'unknown_class')
      return
    }
    void this.#open(request, socket, head, handshake).catch((error: unknown) => {
      this.#ctx.log.error('a handshake failed', { error })
      socket.destroy()
    })
  }

  async #open(request: IncomingMessage, socket: Duplex, head: Buffer, handshake: Handshake): Promise<void> {
    const { allowed, resetMs } = await this.#allow(handshake.address)
    if (!allowed) this.#refuse(request, socket, 'too_many_requests', Math.max(1, Math.ceil(resetMs / 1_000)))
    else if (this.#closed) this.#refuse(request, socket, 'server_busy', 1)
    else if (!socket.destroyed)
      this.#sockets.handleUpgrade(request, socket, head, (ws) => {
        this.#hub.enter(new StreamClient(this.#hub, ws, socket, handshake))
      })
  }

  /** The limit lets a program reopen all its connections at once. */
  async #allow(address: string): Promise<Pick<Allowance, 'allowed' | 'resetMs'>> {
    const limit = handshakesPerConnection * connectionsOf(this.#ctx.settings, address)
    if (limit === Number.POSITIVE_INFINITY) return { allowed: true, resetMs: 0 }
    return this.#ctx.limiter.take(`handshakes:${address}`, { limit, windowMs: minuteMs })
  }

  #handshake(request: IncomingMessage): Handshake | null {
    const url = URL.parse(request.url ?? '/', 'ws://gateway')
    if (!url) return null
    const own = ownStream(url)
    const served = own ?? this.#others(url.pathname, request.headers)
    if (!served) return null
    return {
      ...served,
      path: url.pathname,
      events: own !== null && url.searchParams.get('events') === '1',
      locale: requestLocale(sentHeaders(request), 'en-US'),
      caller: wholeClientAddress(request, this.#ctx.settings.trustedProxies),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
      address: clientAddress(request, this.#ctx.settings.trustedProxies),
      secret: served.secret ?? secretOf(request, url),
    }
  }

  #refuse(request: IncomingMessage, socket: Duplex, error: ErrorName, retryAfter?: number): void {
    const locale = requestLocale(sentHeaders(request), 'en-US')
    const { status } = errorCatalogue[error]
    const body = JSON.stringify(
      errorBody(refuse(error, retryAfter === undefined ? {} : { retryAfter }), locale, this.#ctx.random.uuid()),
    )
    sayFarewell(
      socket,
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        'Connection: close\r\nContent-Type: application/json; charset=utf-8\r\n' +
        (retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`) +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
}

function ownStream({ pathname, searchParams }: URL): Served | null {
  const path = streamPath(pathname)
  if (!path) return null
  const batch = searchParams.get('batch') === '1'
  return { ...path, protocol: ownProtocols[path.class === null ? 'all' : 'class'][batch ? 'batched' : 'plain'] }
}

const protocolsOf = (namesClass: boolean) => ({
  plain: ownProtocol({ batch: false, namesClass }),
  batched: ownProtocol({ batch: true, namesClass }),
})
const ownProtocols = { class: protocolsOf(false), all: protocolsOf(true) }

/**
 * The key in the header `token`, else in `Authorization`, else in `?token=`; null if the client will send it in the
 * first message.
 */
function secretOf(request: IncomingMessage, url: URL): string | null {
  const { token, authorization } = request.headers
  if (typeof token === 'string') return token.trim()
  if (authorization) return authorization.replace(/^Bearer\s+/i, '').trim()
  return url.searchParams.get('token')
}
