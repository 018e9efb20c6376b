import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { isFault, isRefusal, type Refusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Route } from '#src/contract/route.ts'
import type { Actor } from '../actor.ts'
import type { Platform } from '../platform.ts'
import { storeFailure } from '../stores/store-failure.ts'
import { clientAddress } from './client-address.ts'
import { errorResponse, requestLocale } from './envelope.ts'
import { isSameSite, readBody, readParams, readQuery } from './request.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, string>
type AccountActor = Extract<Actor, { kind: 'account' }>

/** What a handler receives: everything already checked against the route's schemas. */
export type Call<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: R['body'] extends z.ZodType ? z.output<R['body']> : undefined
  locale: Locale
  requestId: string
  client: { address: string; userAgent: string }
  request: Request
  actor: R['auth'] extends 'session' ? AccountActor : AccountActor | null
  /** Response headers that the handler may set (`Set-Cookie`, `Cache-Control`, …). */
  headers: Headers
}

export type Handler<R extends Route> = (ctx: Platform, call: Call<R>) => Promise<z.input<R['data']> | Response>

/** Where a domain mounts its routes: `export function mountKeys(api: Api) { api.handle(listKeys, async (ctx, call) => …) }`. */
export interface Api {
  /**
   * Serves one route of the contract. What the handler returns stands under `data`; a `Response` passes as it is.
   * `admit` refuses by throwing before anything of the call is read.
   */
  handle<const R extends Route>(route: R, handler: Handler<R>, admit?: () => void): void
}

export type ApiOptions = {
  /** Who sends this request; null for a stranger. Throws a refusal for a credential that is broken. */
  authenticate: (ctx: Platform, request: Request) => Promise<AccountActor | null>
  /** What is spoken to a caller who names no language. */
  defaultLocale: Locale
}

export type HttpApi = Api & {
  app: Hono<{ Bindings: HttpBindings }>
  routes: readonly Route[]
  /** Whether a path belongs to the API rather than to the pages. */
  serves(path: string): boolean
  /** Answers one request; `env` carries node's own request, for the client's address. */
  fetch(request: Request, env?: Partial<HttpBindings>): Promise<Response>
}

/** The JSON server of the site's origin: envelope, language, request id, every check of the wire, errors. */
export function createApi(ctx: Platform, options: ApiOptions): HttpApi {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const routes: Route[] = []
  app.notFound((c) => answer(ctx, options, c, async () => Promise.reject(unrouted(routes, c.req.method, c.req.path))))
  return {
    app,
    routes,
    serves: (path) => path.startsWith('/api/') || routes.some((route) => pattern(route.path).test(path)),
    fetch: async (request, env = {}) => app.fetch(request, env),
    handle(route, handler, admit) {
      routes.push(route)
      app.on(route.method, toHonoPath(route.path), (c) => {
        ctx.loop.name(`${route.method} ${route.path}`)
        return answer(ctx, options, c, async (base) => {
          const request = c.req.raw
          if (route.method !== 'GET') {
            if (!isSameSite(ctx.settings, request)) throw refuse('cross_site_refused')
            if (ctx.storage.full) throw refuse('storage_full', { retryAfter: 60 })
          }
          admit?.()
          const actor = await options.authenticate(ctx, request)
          if (route.auth === 'session' && !actor) throw refuse('not_signed_in')
          const body = route.method === 'GET' ? undefined : await readBody(request, route.body, ctx.loop.mark)
          const call = {
            ...base,
            request,
            actor,
            body,
            params: readParams(c.req.param(), route.params),
            query: readQuery(new URL(request.url).searchParams, route.query),
          }
          return handler(ctx, call as unknown as Call<typeof route>)
        })
      })
    },
  }
}

type Base = { locale: Locale; requestId: string; client: { address: string; userAgent: string }; headers: Headers }

async function answer(
  ctx: Platform,
  options: ApiOptions,
  c: Context<{ Bindings: HttpBindings }>,
  work: (base: Base) => Promise<unknown>,
): Promise<Response> {
  const request = c.req.raw
  const base: Base = {
    locale: requestLocale(request.headers, options.defaultLocale),
    requestId: ctx.random.bytes(12).toString('base64url'),
    client: {
      address: clientAddress(c.env?.incoming, ctx.settings.trustedProxies),
      userAgent: (request.headers.get('user-agent') ?? '').slice(0, 400),
    },
    headers: new Headers({ 'cache-control': 'no-store' }),
  }
  let response: Response
  try {
    const data = await work(base)
    response =
      data instanceof Response
        ? new Response(data.body, data)
        : new Response(JSON.stringify({ code: 0, msg: 'ok', data: data ?? null }), {
            headers: { 'content-type': 'application/json; charset=utf-8' },
          })
  } catch (error) {
    const refusal = toRefusal(ctx, error, base.requestId, request)
    response = errorResponse(refusal, base.locale, base.requestId)
    const { method, url } = request
    const { requestId } = base
    const { status } = response
    ctx.log.info('request refused', { requestId, method, path: new URL(url).pathname, status, reason: refusal.error })
  }
  for (const [name, value] of base.headers) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else if (!response.headers.has(name)) response.headers.set(name, value)
  }
  response.headers.set('x-request-id', base.requestId)
  response.headers.set('x-content-type-options', 'nosniff')
  return response
}

/** Refusals pass; a store that is away gets its named error; the rest is a fault: logged with its cause, shown as a bare 500. */
export function toRefusal(ctx: Platform, error: unknown, requestId: string, request: Request): Refusal {
  if (isRefusal(error)) return error
  const path = new URL(request.url).pathname
  const named = storeFailure(error)
  if (named) {
    if (isFault(named))
      ctx.log.warn('a store did not answer', { requestId, method: request.method, path, cause: error })
    return named
  }
  ctx.log.error('request failed', { requestId, method: request.method, path, cause: error })
  return refuse('server_error')
}

function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function unrouted(routes: readonly Route[], method: string, path: string): Refusal {
  const allowed = routes.filter((route) => pattern(route.path).test(path)).map((route) => route.method)
  if (allowed.length === 0 || allowed.includes(method as Route['method'])) return refuse('not_found')
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
