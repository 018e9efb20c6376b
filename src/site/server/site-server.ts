import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { type HttpApi, toRefusal } from '#src/platform/http/api.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { type SentHeaders, sentHeaders } from '#src/platform/http/envelope.ts'
import { isSameSite } from '#src/platform/http/request.ts'
import { readBytes } from '#src/platform/http/request-body.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import type { Platform } from '#src/platform/platform.ts'
import { healthResponse, type Readiness } from '#src/platform/server/health.ts'
import { hostCheck } from '#src/platform/server/host-check.ts'
import { InFlight } from '#src/platform/server/in-flight.ts'
import { picture } from '../pictures/pictures.ts'
import type { Site } from './open-site.ts'
import { refusalResponse, send } from './refusal-page.ts'

/** Pages give way first: sign-in, keys and order status are calls and stay open. */
const pagesInFlightMax = 200
/** Extra places for the pages of sign-in and of orders. */
const pagesReserve = 50
const keptFor = /^\/[^/]+\/(login|payment)(\/|$)/

type SiteServerOptions = {
  api: HttpApi
  readiness: Readiness
  /** Of what this origin serves; a request for another host is turned away. */
  addresses: readonly string[]
  /** Whether a path may be asked for at this host and from this network; where not, it is as if there were none. */
  isOpen(asked: { path: string; host: string | null; address: string }): boolean
  /** Whether a password can be checked now; without room, a login form is refused before its page is rendered. */
  hasHashRoom(): boolean
}

/** Answers every request of the site's origin: health, share images, the account API, then files and pages. */
export class SiteServer {
  readonly #ctx: Platform
  readonly #options: SiteServerOptions
  readonly #isOurs: (host: string | null) => boolean
  readonly #secure: (response: Response) => Response
  readonly #rendering = new InFlight(pagesInFlightMax)
  /** Set when the site is open; the server listens before. */
  pages: Site['fetch'] = async () => new Response('starting', { status: 503 })

  constructor(ctx: Platform, options: SiteServerOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#isOurs = hostCheck(ctx.settings, options.addresses)
    this.#secure = securityHeaders(ctx)
  }

  /** Refuses on node's own objects what must not become a `Request`; says whether it did. */
  raw(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const refusal = requestRefusal(incoming)
    if (refusal) void send(outgoing, this.#refused(refusal, incoming.url ?? '/', sentHeaders(incoming)))
    return refusal !== null
  }

  async fetch(request: Request, env: { incoming: IncomingMessage }): Promise<Response> {
    const { api, readiness } = this.#options
    const { pathname } = new URL(request.url)
    const health = healthResponse(pathname, readiness)
    if (health) return health
    const host = request.headers.get('host')
    if (!this.#isOurs(host)) return new Response('Misdirected Request', { status: 421 })
    const address = clientAddress(env.incoming, this.#ctx.settings.trustedProxies)
    if (!this.#options.isOpen({ path: pathname, host, address }))
      return this.#refused(refuse('not_found'), pathname, request.headers)
    const drawn = picture(request)
    if (drawn) return drawn
    if (api.serves(pathname)) return this.#secure(await api.fetch(request, env))
    try {
      return await this.#page(request, pathname, env)
    } catch (error) {
      return this.#refused(toRefusal(this.#ctx, error, randomUUID(), request), pathname, request.headers)
    }
  }

  async #page(request: Request, pathname: string, env: { incoming: IncomingMessage }): Promise<Response> {
    const { api, hasHashRoom } = this.#options
    const whole = isUnsafe(request) ? await withBody(this.#ctx, request) : request
    if (isLoginForm(request, pathname) && !hasHashRoom()) throw tooBusy()
    return this.#rendering.run(
      async () => this.#secure(await this.pages(whole, { invoke: api.invoke, caller: api.callerOf(whole, env) })),
      () => this.#refused(tooBusy(), pathname, request.headers),
      keptFor.test(pathname) ? pagesReserve : 0,
    )
  }

  #refused(refusal: Refusal, path: string, headers: SentHeaders): Response {
    return this.#secure(refusalResponse(refusal, { path, headers }, this.#ctx.settings.defaultLocale))
  }
}

function isUnsafe({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** A login form sent without JavaScript. Its answer is a whole page, which costs more than the attempt itself. */
function isLoginForm(request: Request, pathname: string): boolean {
  return isUnsafe(request) && pathname.endsWith('/login')
}

function tooBusy(): Refusal {
  return refuse('server_busy', { retryAfter: 2 })
}

/** Reads the body of a form, under the same limits as a call of the API. */
async function withBody({ settings, loop }: Platform, request: Request): Promise<Request> {
  if (!isSameSite(settings, request)) throw refuse('cross_site_refused')
  if (!request.body) return request
  const { url, method, headers, signal } = request
  const body = await readBytes(request)
  loop.mark()
  return new Request(url, { method, headers, signal, body })
}

/** Headers of every answer of the site; each page adds its own content policy. */
function securityHeaders(ctx: Platform): (response: Response) => Response {
  const https = ctx.settings.publicUrl.startsWith('https:')
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  return (response) => {
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', randomUUID())
    return response
  }
}
