import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientFile } from '#src/clients/client-file.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { type HttpApi, toRefusal } from '#src/platform/http/api.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { endTogether } from '#src/platform/http/end-together.ts'
import {
  type ErrorAnswer,
  errorAnswer,
  requestLocale,
  type SentHeaders,
  sentHeaders,
} from '#src/platform/http/envelope.ts'
import { isSameSite } from '#src/platform/http/request.ts'
import { readBytes } from '#src/platform/http/request-body.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import type { Caller } from '#src/platform/http/run.ts'
import { WorkBudget } from '#src/platform/limits/work-budget.ts'
import { hasNoBudget } from '#src/platform/mail/mail-budget.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hostCheck } from '#src/platform/server/access/host-check.ts'
import { openPrefix, type SandboxAccess } from '#src/platform/server/access/sandbox-access.ts'
import { InFlight } from '#src/platform/server/in-flight.ts'
import type { Settings } from '#src/platform/settings.ts'
import { picture } from '../pictures/pictures.server.ts'
import type { Site } from './open-site.ts'
import type { TurnedAway } from './turned-away.ts'
import { refusalAnswer } from './views/refusal-page.ts'

/**
 * Maximum number of pages being rendered; further page requests are refused. API calls (sign-in, keys, order status)
 * do not count.
 */
const pagesInFlightMax = 200
/** Additional capacity for the pages of sign-in and orders. */
const pagesReserve = 50
/**
 * The limit of one client address for rendered pages and for account API calls without a session. Pictures, cached
 * pages that `raw` sends, and files below `/assets/` cost almost no work and do not count.
 */
const requestsPerMinute = 1_200
/**
 * The limits for account API calls with a session token: of one token, and of one client address with all its tokens.
 */
const sessionCallsPerMinute = { token: 1_200, address: 12_000 }
const files = '/assets/'
const keptFor = /^\/[^/]+\/(login|payment)(\/|$)/

type SiteServerOptions = {
  api: HttpApi
  /** Addresses of this origin. A request for another host is refused. */
  addresses: readonly string[]
  /** Whether `path` is served on this host to this client address. If not, the request is refused with `not_found`. */
  isOpen(request: { path: string; host: string | null; address: string }): boolean
  turnedAway: TurnedAway
  /** The unchecked session token of a request; null if there is none. */
  sessionToken(headers: Headers): string | null
  /** Decides who may open the mailbox and the test wallet. Null: the installation has neither. */
  sandbox: SandboxAccess | null
}

/** Handles every request of the site's origin: pictures, the account API, files and pages. */
export class SiteServer {
  readonly #ctx: Platform
  readonly #options: SiteServerOptions
  readonly #isOurs: (host: string | null) => boolean
  readonly #secureHeaders: Readonly<Record<string, string>>
  readonly #rendering = new InFlight(pagesInFlightMax)
  readonly #requests: WorkBudget
  readonly #sessionCalls: { readonly token: WorkBudget; readonly address: WorkBudget }
  /** Replaced when the site is open. The server already listens before that. */
  site: Pick<Site, 'fetch' | 'kept'> = {
    fetch: async () => {
      throw refuse('not_ready', { retryAfter: 2 })
    },
    kept: () => null,
  }

  constructor(ctx: Platform, options: SiteServerOptions) {
    this.#ctx = ctx
    this.#options = options
    this.#isOurs = hostCheck(ctx.settings, options.addresses)
    this.#secureHeaders = securityHeaders(ctx.settings)
    this.#requests = new WorkBudget(ctx.clock, requestsPerMinute)
    this.#sessionCalls = {
      token: new WorkBudget(ctx.clock, sessionCallsPerMinute.token),
      address: new WorkBudget(ctx.clock, sessionCallsPerMinute.address),
    }
  }

  /**
   * Handles requests that need no `Request` object: refusals by headers, and cached pages, for which the object would
   * cost more than everything else. Returns whether a response was sent.
   */
  raw(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const refusal = requestRefusal(incoming, this.#options.api.bytesMax) ?? this.#refusalUnread(incoming)
    if (!refusal) return this.#sendKept(incoming, outgoing)
    const { status, headers, body } = this.#refused(refusal, incoming.url ?? '/', sentHeaders(incoming))
    const own = { 'x-request-id': randomUUID(), 'content-length': Buffer.byteLength(body) }
    outgoing.writeHead(status, { ...this.#secureHeaders, ...own, ...headers }).end(body)
    return true
  }

  #sendKept(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const { method = '', url: path = '/', headers } = incoming
    const host = headers.host ?? null
    const address = clientAddress(incoming, this.#ctx.settings.trustedProxies)
    if (!this.#isOurs(host) || !this.#options.isOpen({ path, host, address })) return false
    const page = this.site.kept(path, { method, headers: { get: (name) => headers[name]?.toString() ?? null } })
    if (!page) return false
    outgoing.writeHead(page.status, { ...this.#secureHeaders, 'x-request-id': randomUUID(), ...page.headers })
    endTogether(outgoing, page.body)
    return true
  }

  /**
   * Refuses a call above the capacity of its route, such as a sign-in, before the body is read. Refusals are counted,
   * not logged.
   */
  #refusalUnread({ method, url = '/', headers }: IncomingMessage): Refusal | null {
    if (method !== 'POST') return null
    const [path = ''] = url.split('?', 1)
    // A login form sent without JavaScript counts as a sign-in too: its response is a whole page, which costs more than
    // the sign-in.
    const name = `POST ${path.endsWith('/login') ? '/api/auth/signin' : path}`
    const refusal = this.#options.api.unread(name)
    if (!refusal || !this.#isOurs(headers.host ?? null)) return null
    this.#options.turnedAway.count(name)
    return refusal
  }

  async fetch(request: Request, env: { incoming: IncomingMessage }): Promise<Response> {
    const { api } = this.#options
    const { pathname } = new URL(request.url)
    const host = request.headers.get('host')
    if (!this.#isOurs(host)) return new Response('Misdirected Request', { status: 421 })
    const address = clientAddress(env.incoming, this.#ctx.settings.trustedProxies)
    if (!this.#options.isOpen({ path: pathname, host, address }))
      return this.#refusedResponse(refuse('not_found'), pathname, request.headers)
    const drawn = picture(request)
    if (drawn) return drawn
    const waitMs =
      pathname.startsWith(files) || hasNoBudget(this.#ctx, address) ? 0 : this.#take(request, pathname, address)
    if (waitMs > 0) {
      const refusal = refuse('too_many_requests', { retryAfter: waitMs / 1000 })
      return this.#refusedResponse(refusal, pathname, request.headers)
    }
    if (api.serves(pathname))
      return this.#isLocked(pathname, env.incoming)
        ? this.#lockedResponse(pathname, request.headers)
        : this.#secure(await api.fetch(request, env))
    try {
      const file = await clientFile(this.#ctx, request)
      return file ? this.#secure(file) : await this.#page(request, pathname, env)
    } catch (error) {
      return this.#refusedResponse(toRefusal(this.#ctx, error, randomUUID(), request), pathname, request.headers)
    }
  }

  /**
   * Counts a request: a call with a session token by client address and token, any other request by client address.
   * Returns the wait in ms; 0 within the limits.
   */
  #take(request: Request, pathname: string, address: string): number {
    const token = this.#options.api.serves(pathname) ? this.#options.sessionToken(request.headers) : null
    if (token === null) return this.#requests.take(address)
    return this.#sessionCalls.address.take(address) || this.#sessionCalls.token.take(token)
  }

  #isLocked(pathname: string, incoming: IncomingMessage): boolean {
    const isGuarded = pathname.startsWith('/dev/') && !pathname.startsWith(openPrefix)
    return isGuarded && this.#options.sandbox?.mayOpen(incoming) === false
  }

  /** The response to a locked request: a page for browsers, JSON for scripts and programs. */
  #lockedResponse(pathname: string, headers: Headers): Response {
    const refusal = refuse('sandbox_locked')
    if (headers.get('accept')?.includes('text/html')) return this.#refusedResponse(refusal, pathname, headers)
    const locale = requestLocale(headers, this.#ctx.settings.defaultLocale)
    const { body, ...head } = errorAnswer(refusal, locale, randomUUID())
    return this.#secure(new Response(body, head))
  }

  async #page(request: Request, pathname: string, env: { incoming: IncomingMessage }): Promise<Response> {
    const { api } = this.#options
    let caller: Caller | null = null
    const whole = isUnsafe(request) ? await withBody(this.#ctx, request) : request
    return this.#rendering.run(
      async () =>
        this.#secure(
          await this.site.fetch(whole, { invoke: api.invoke, caller: () => (caller ??= api.callerOf(whole, env)) }),
        ),
      () => this.#refusedResponse(refuse('server_busy', { retryAfter: 2 }), pathname, request.headers),
      keptFor.test(pathname) ? pagesReserve : 0,
    )
  }

  #refused(refusal: Refusal, path: string, headers: SentHeaders): ErrorAnswer {
    return refusalAnswer(refusal, { path, headers }, this.#ctx.settings.defaultLocale)
  }

  #refusedResponse(refusal: Refusal, path: string, headers: SentHeaders): Response {
    const { body, ...head } = this.#refused(refusal, path, headers)
    return this.#secure(new Response(body, head))
  }

  #secure(response: Response): Response {
    for (const [name, value] of Object.entries(this.#secureHeaders))
      if (!response.headers.has(name)) response.headers.set(name, value)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', randomUUID())
    return response
  }
}

function isUnsafe({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Reads the body of a form under the same limits as an API call. */
async function withBody({ settings, loop }: Platform, request: Request): Promise<Request> {
  if (!isSameSite(settings, request)) throw refuse('cross_site_refused')
  if (!request.body) return request
  const { url, method, headers, signal } = request
  const body = await readBytes(request)
  loop.mark()
  return new Request(url, { method, headers, signal, body })
}

/** Headers of the site's responses. Each page adds its own content security policy. */
function securityHeaders({ publicUrl }: Settings): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}
