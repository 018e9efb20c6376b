import { randomUUID } from 'node:crypto'
import { requireBotCheck } from '#src/accounts/factors/bot-check.ts'
import { hasHashRoom } from '#src/accounts/factors/password-hash.ts'
import { mountAccounts } from '#src/accounts/http.ts'
import { openProviders } from '#src/accounts/providers/providers.ts'
import { mountSecurity } from '#src/accounts/security-http.ts'
import { authenticate, findSession } from '#src/accounts/sessions/sessions.ts'
import { signInSettings } from '#src/accounts/settings.ts'
import { mountBilling } from '#src/billing/http.ts'
import { mountWallet } from '#src/billing/sandbox/http.ts'
import { cookieText } from '#src/contract/browser-data.ts'
import { type Refusal, refuse } from '#src/contract/errors.ts'
import { mountKeys } from '#src/keys/http.ts'
import { issueFreeKey } from '#src/keys/keys.ts'
import { mountChartLayouts } from '#src/layouts/http.ts'
import { instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { TapeQuotes } from '#src/market/quotes/tape-quotes.ts'
import { onNewEdition } from '#src/plans/catalogue.ts'
import { createApi, type HttpApi, toRefusal } from '#src/platform/http/api.ts'
import { clientAddress } from '#src/platform/http/client-address.ts'
import { type SentHeaders, sentHeaders } from '#src/platform/http/envelope.ts'
import { isSameSite } from '#src/platform/http/request.ts'
import { readBytes } from '#src/platform/http/request-body.ts'
import { requestRefusal } from '#src/platform/http/request-guard.ts'
import { mountMailbox } from '#src/platform/mail/mailbox-page.ts'
import type { Platform } from '#src/platform/platform.ts'
import { connectionLimits } from '#src/platform/server/connections.ts'
import { healthResponse } from '#src/platform/server/health.ts'
import { hostCheck } from '#src/platform/server/host-check.ts'
import { InFlight } from '#src/platform/server/in-flight.ts'
import { listen, type RunningServer } from '#src/platform/server/server.ts'
import type { Secrets } from '#src/platform/settings.ts'
import { exportParts } from '#src/privacy/export.ts'
import { startSweeper } from '#src/privacy/sweep.ts'
import type { PageSession } from '#src/site/page/context.ts'
import { picture } from '#src/site/pictures/pictures.ts'
import { openSite, type Site } from '#src/site/server/open-site.ts'
import { passesDoor } from '#src/staff/door.ts'
import { consoleSettings } from '#src/staff/settings.ts'
import { ClickRecorder } from '#src/support/click-recorder.ts'
import { mountSupport } from '#src/support/http.ts'
import { mountUsage } from '#src/usage/http.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { refusalResponse, send } from './refusal-page.ts'
import type { RoleContext, RunningRole } from './role.ts'

const connectionsMax = 4_000
/** Pages give way first: sign-in, keys and order status are calls and stay open. */
const pagesInFlightMax = 200
/** Extra places for the pages of sign-in and of orders. */
const pagesReserve = 50
const keptFor = /^\/[^/]+\/(login|payment)(\/|$)/

/** The site and its account API on one origin. */
export async function startSite({
  ctx,
  secrets,
  readiness,
  dev,
  root,
  quotes: known,
}: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { settings, log } = ctx
  const api = createApi(ctx, { authenticate, defaultLocale: settings.defaultLocale })
  mountSite(api, ctx, secrets)
  const clicks = stack.use(new ClickRecorder(ctx))
  mountSupport(api, { version: packageJson.version, clicks, requireBotCheck })
  const { host: consoleHost } = settings.of(consoleSettings)
  const isOurs = hostCheck(settings, [settings.publicUrl, ...(consoleHost ? [`https://${consoleHost}`] : [])])
  const secure = securityHeaders(ctx)

  const rendering = new InFlight(pagesInFlightMax)
  const refused = (refusal: Refusal, path: string, headers: SentHeaders) =>
    secure(refusalResponse(refusal, { path, headers }, settings.defaultLocale))
  let pages: Site['fetch'] = async () => new Response('starting', { status: 503 })
  const server: RunningServer = await listen({
    setting: 'PORT',
    port: settings.port,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connections: connectionLimits(settings, connectionsMax),
    log,
    loop: ctx.loop,
    raw(incoming, outgoing) {
      const refusal = requestRefusal(incoming)
      if (refusal) void send(outgoing, refused(refusal, incoming.url ?? '/', sentHeaders(incoming)))
      return refusal !== null
    },
    async fetch(request, env) {
      const { pathname } = new URL(request.url)
      const health = healthResponse(pathname, readiness)
      if (health) return health
      if (!isOurs(request.headers.get('host'))) return new Response('Misdirected Request', { status: 421 })
      const host = request.headers.get('host')
      if (
        !passesDoor(settings, { path: pathname, host, address: clientAddress(env.incoming, settings.trustedProxies) })
      )
        return refused(refuse('not_found'), pathname, request.headers)
      const drawn = picture(request)
      if (drawn) return drawn
      if (api.serves(pathname)) return secure(await api.fetch(request, env))
      try {
        const whole = isUnsafe(request) ? await withBody(ctx, request) : request
        if (isLoginForm(request, pathname) && !hasHashRoom()) throw tooBusy()
        return await rendering.run(
          async () => secure(await pages(whole, { invoke: api.invoke, caller: api.callerOf(whole, env) })),
          () => refused(tooBusy(), pathname, request.headers),
          keptFor.test(pathname) ? pagesReserve : 0,
        )
      } catch (error) {
        return refused(toRefusal(ctx, error, randomUUID(), request), pathname, request.headers)
      }
    },
  })
  stack.use(server)
  const quotes = known ?? stack.use(await TapeQuotes.open(ctx))
  const site = stack.use(
    await openSite(ctx, {
      dev,
      root,
      quotes,
      sessionOf: (request) => pageSession(ctx, request),
      httpServer: server.server,
    }),
  )
  pages = site.fetch
  stack.use(await dropPagesOnNews(ctx, site))
  stack.use(onNewEdition(ctx, () => void site.dropPages()))
  stack.use(startSweeper(ctx))
  const owned = stack.move()
  return { port: server.port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function mountSite(api: HttpApi, ctx: Platform, secrets: Secrets): void {
  const providers = openProviders(ctx.settings.of(signInSettings), secrets.of(signInSettings))
  mountAccounts(api, { welcome: issueFreeKey, providers })
  mountSecurity(api, exportParts)
  mountChartLayouts(api)
  mountKeys(api)
  mountUsage(api)
  mountBilling(api)
  if (ctx.settings.mode === 'sandbox') {
    mountMailbox(api)
    mountWallet(api)
  }
}

function isUnsafe({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Kept pages show the instruments, so they are forgotten when these change, wherever that was done. */
async function dropPagesOnNews(ctx: Platform, site: Site): Promise<AsyncDisposable> {
  const drop = () => void site.dropPages()
  return ctx.postgres.listen(instrumentsChannel, drop, drop)
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

async function pageSession(ctx: Platform, request: Request): Promise<PageSession | null> {
  const found = await findSession(ctx, request)
  if (!found) return null
  const { accountId: id } = found.actor
  return { actor: found.actor, account: { id, email: found.email, timeZone: found.timeZone } }
}

/** Adds a cookie that scripts may read and that says only whether there is a session. */
function hintAtSession(headers: Headers): void {
  for (const cookie of headers.getSetCookie()) {
    const session = /^(?:__Host-)?authorization=([^;]*);/.exec(cookie)
    if (!session) continue
    const hint = session[1] ? '1' : ''
    headers.append('set-cookie', cookieText('signed_in', hint, { secure: /; Secure/.test(cookie) }))
  }
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
    hintAtSession(response.headers)
    for (const [name, value] of Object.entries(headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    if (!response.headers.has('x-request-id')) response.headers.set('x-request-id', randomUUID())
    return response
  }
}
