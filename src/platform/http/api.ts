import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { errorCatalogue, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Route } from '#src/contract/route.ts'
import { shownAccountHeader } from '#src/contract/team/shown-account.ts'
import type { AccountActor } from '../actor.ts'
import { refusalOf, storeFailure } from '../engines/store-failure.ts'
import { countRefusals } from '../metrics/refusal-count.ts'
import type { Platform } from '../platform.ts'
import { clientAddress } from './client-address.ts'
import { errorAnswer, requestLocale } from './envelope.ts'
import { isSameSite, readBody, readQuery, type Sent } from './request.ts'
import { bodyBytesMax } from './request-body.ts'
import { type Answered, type Call, type Caller, type Handler, type Mounted, run, type StaffOnly } from './run.ts'

/** Mounts a domain's routes: `export function mountKeys(api: Api) { api.handle(listKeys, async (ctx, call) => …) }`. */
export interface Api {
  /**
   * Serves one route of the contract. The handler's result becomes `data` of the response; for a streamed route it is
   * the response itself. `unread` may refuse before the call is read; null accepts it.
   */
  handle<const R extends Route>(route: R, handler: Handler<R>, unread?: () => Refusal | null): void
}

export type ApiOptions = {
  authenticate: (ctx: Platform, request: Request) => Promise<AccountActor | null>
  /** Checks calls of staff routes. Without this check, nobody may call staff routes. */
  staffOnly?: StaffOnly
  defaultLocale: Locale
}

/** Calls a route by name, e.g. `POST /api/keys/{id}/rename`, without HTTP. Throws refusals and faults unchanged. */
export type Invoke = (name: string, caller: Caller, sent: Sent) => Promise<Answered>

export type HttpApi = Api & {
  app: Hono<{ Bindings: HttpBindings }>
  routes: readonly Route[]
  /** Whether a path belongs to the API rather than to the pages. */
  serves(path: string): boolean
  bytesMax(method: string, path: string): number
  /** The refusal of a route before the call is read; null if the call is accepted. */
  unread(name: string): Refusal | null
  /** Answers one request. `env` has Node's own request, from which the client's address is read. */
  fetch(request: Request, env?: Partial<HttpBindings>): Promise<Response>
  callerOf(request: Request, env?: Partial<HttpBindings>): Caller
  invoke: Invoke
}

/** The JSON server of the site's origin: it checks each call, and adds envelope, language, request id and errors. */
export function createApi(ctx: Platform, options: ApiOptions): HttpApi {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const mounted = new Map<string, Mounted>()
  const routes: Route[] = []
  /** Patterns of API paths outside of `/api/`. The path of every page is tested against them. */
  const elsewhere: RegExp[] = []
  const { staffOnly = nobody } = options
  const callerOf = (request: Request, env: Partial<HttpBindings> = {}): Caller => ({
    request,
    requestId: ctx.random.bytes(12).toString('base64url'),
    locale: requestLocale(request.headers, options.defaultLocale),
    client: {
      address: clientAddress(env.incoming, ctx.settings.trustedProxies),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 400),
    },
    isSameSite: isSameSite(ctx.settings, request),
    shownAccount: request.headers.get(shownAccountHeader),
    actor: () => options.authenticate(ctx, request),
  })
  const answerTo = (c: Context<{ Bindings: HttpBindings }>, work: (caller: Caller) => Promise<Answered>) =>
    answer(ctx, callerOf(c.req.raw, c.env), work)
  app.notFound((c) => answerTo(c, () => Promise.reject(unrouted(routes, c.req.method, c.req.path))))
  return {
    app,
    routes,
    serves: (path) => path.startsWith('/api/') || elsewhere.some((one) => one.test(path)),
    fetch: async (request, env = {}) => app.fetch(request, env),
    callerOf,
    async invoke(name, caller, sent) {
      const named = mounted.get(name)
      if (!named) throw new Error(`no route is named ${name}`)
      return run(ctx, named, caller, () => sent).catch((error: unknown) => {
        if (!isRefusal(error) && !storeFailure(error)) throw error
        const refusal = toRefusal(ctx, error, caller.requestId, caller.request)
        logRefusal(ctx, refusal, caller)
        throw refusal
      })
    },
    bytesMax(method, path) {
      const route = routes.find(
        (one) => one.bytesMax !== undefined && one.method === method && pattern(one.path).test(path),
      )
      return route?.bytesMax ?? bodyBytesMax
    },
    unread: (name) => mounted.get(name)?.unread?.() ?? null,
    handle(route, handler, unread) {
      const name = `${route.method} ${route.path}`
      const serve = (platform: Platform, call: Call<Route>) => handler(platform, call as unknown as Call<typeof route>)
      const own: Mounted = { route, serve, unread, staffOnly }
      mounted.set(name, own)
      routes.push(route)
      if (!route.path.startsWith('/api/')) elsewhere.push(pattern(route.path))
      app.on(route.method, toHonoPath(route.path), (c) => {
        ctx.loop.name(name)
        return answerTo(c, (caller) =>
          run(ctx, own, caller, async () => ({
            body: hasNoFields(route) ? undefined : await readBody(caller.request, route, ctx.loop.mark),
            params: c.req.param(),
            query: readQuery(new URL(caller.request.url).searchParams, route.query),
          })),
        )
      })
    },
  }
}

function hasNoFields({ method, bytesMax }: Route): boolean {
  return method === 'GET' || bytesMax !== undefined
}

async function nobody(): Promise<void> {
  throw refuse('not_found')
}

async function answer(ctx: Platform, caller: Caller, work: (caller: Caller) => Promise<Answered>): Promise<Response> {
  const { request, requestId, locale } = caller
  let response: Response
  try {
    const { data, headers } = await work(caller)
    response = toResponse(data)
    for (const [name, value] of headers) {
      if (name === 'set-cookie') response.headers.append(name, value)
      else if (!response.headers.has(name)) response.headers.set(name, value)
    }
  } catch (error) {
    const refusal = toRefusal(ctx, error, requestId, request)
    const { body, ...head } = errorAnswer(refusal, locale, requestId)
    response = new Response(body, head)
    logRefusal(ctx, refusal, caller)
  }
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
  response.headers.set('x-request-id', requestId)
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

function toResponse(data: unknown): Response {
  if (data instanceof Response) return new Response(data.body, data)
  return new Response(JSON.stringify({ code: 0, msg: 'ok', data: data ?? null }), {
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
}

export function toRefusal(ctx: Platform, error: unknown, requestId: string, request: Request): Refusal {
  return refusalOf(ctx, error, 'request failed', { requestId, ...requestLineOf(request) })
}

function logRefusal(ctx: Platform, { error }: Refusal, { requestId, request }: Caller): void {
  const { status } = errorCatalogue[error]
  countRefusals(ctx.metrics).inc({ role: 'site', reason: error })
  ctx.log.info('request refused', { requestId, ...requestLineOf(request), status, reason: error })
}

function requestLineOf({ method, url }: Request): { method: string; path: string } {
  return { method, path: new URL(url).pathname }
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function unrouted(routes: readonly Route[], method: string, path: string): Refusal {
  const allowed = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method)
  if (allowed.length === 0 || allowed.some((one) => one === method)) return refuse('not_found')
  return refuse('method_not_allowed', { headers: { allow: [...new Set(allowed)].join(', ') } })
}

const patterns = new Map<string, RegExp>()

function pattern(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const made = new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  patterns.set(path, made)
  return made
}
