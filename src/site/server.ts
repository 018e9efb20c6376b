import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isLocale, type Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { createAfterwards } from './afterwards.ts'
import { contentPolicy, headScriptHash, inlineScriptHashes } from './content-policy.ts'
import {
  apiContext,
  localeContext,
  nonceContext,
  type PageSession,
  platformContext,
  type Rendering,
  renderingContext,
  sessionContext,
  shareContext,
} from './context.ts'
import { readerLocale } from './frame/reader-locale.ts'
import { createPageCache } from './page-cache.ts'
import { paintFirst } from './paint-first.ts'
import { shareValues } from './shared-values.ts'

/** One call of the account API, on behalf of the visitor whose page is asked for. */
export type CallApi = (request: Request) => Promise<Response>

export type PageServer = {
  /** Answers a page, an action or router data; never throws for what a client sent. */
  fetch(request: Request, api: CallApi): Promise<Response>
  /** Forgets every kept page: settings, catalogue or content changed. */
  dropPages(): void
}

export type PageServerOptions = {
  dev: boolean
  sessionOf(request: Request): Promise<PageSession | null>
  /** Ends what goes on behind the answers. */
  closed: AbortSignal
}

/** The site's pages over a platform. Runs inside the bundle, so that verbs, contexts and words are one module graph. */
export function createPageServer(ctx: Platform, options: PageServerOptions): PageServer {
  const route = createRequestHandler(build as ServerBuild, options.dev ? 'development' : 'production')
  const policy = contentPolicy(ctx.settings, options.dev)
  const afterwards = () => createAfterwards(ctx.clock, options.closed)
  const cache = createPageCache(ctx.clock, afterwards())
  const renewals = afterwards()
  const shared = shareValues(ctx.clock, renewals)

  async function render(request: Request, api: CallApi): Promise<{ response: Response; rendering: Rendering }> {
    const nonce = ctx.random.bytes(16).toString('base64')
    const context = new RouterContextProvider()
    const { pathname } = new URL(request.url)
    context.set(platformContext, ctx)
    context.set(nonceContext, nonce)
    context.set(apiContext, api)
    context.set(shareContext, shared.share)
    context.set(localeContext, localeOf(pathname, request.headers, ctx.settings.brand.defaultLocale))
    context.set(sessionContext, await options.sessionOf(request))
    const response = await route(request, context)
    const { status } = response
    if (status === 405) response.headers.set('Allow', 'GET, HEAD')
    if (status >= 400 && status < 500) ctx.log.info('page refused', { method: request.method, path: pathname, status })
    const rendering = context.get(renderingContext)
    if (rendering.audience === 'one' || response.status !== 200) {
      response.headers.set('Content-Security-Policy', policy([`'nonce-${nonce}'`, headScriptHash]))
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
    }
    return { response, rendering }
  }

  async function renderKept(key: string, request: Request, api: CallApi): Promise<Response> {
    const generation = cache.generation()
    const { response, rendering } = await render(asGet(request), api)
    if (rendering.audience !== 'everyone' || response.status !== 200) return response
    const type = response.headers.get('content-type') ?? ''
    const isPage = type.startsWith('text/html')
    const body = isPage ? paintFirst(await response.text()) : await response.text()
    const csp = isPage ? policy([...inlineScriptHashes(body)]) : null
    return cache.keep(key, request, { body, type, csp, maxAgeMs: rendering.maxAgeMs }, generation)
  }

  return {
    dropPages() {
      shared.drop()
      cache.drop()
    },
    async fetch(request, api) {
      const key = cacheKey(request)
      if (!key || options.dev) {
        const { response, rendering } = await render(request, api)
        return rendering.audience === 'everyone' ? withHashes(response, policy) : response
      }
      const kept = cache.find(key, request)
      if (!kept) return renderKept(key, request, api)
      if (kept.stale)
        renewals(() => renderKept(key, request, api)).catch((cause: unknown) => {
          if (!options.closed.aborted) ctx.log.warn('a page could not be renewed', { key, cause })
        })
      return kept.response
    },
  }
}

/** For pages that are the same for everybody but not kept, because they carry a query. */
async function withHashes(response: Response, policy: ReturnType<typeof contentPolicy>): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return response
  const html = await response.text()
  response.headers.set('Content-Security-Policy', policy([...inlineScriptHashes(html)]))
  return new Response(html, response)
}

function localeOf(pathname: string, headers: Headers, fallback: Locale): Locale {
  const [, first] = pathname.split('/')
  const named = first?.replace(/\.data$/, '')
  return isLocale(named) ? named : readerLocale(headers, fallback)
}

/** A kept page is rendered with its body even when only its headers were asked for. */
function asGet(request: Request): Request {
  return request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request
}

/** Only plain reads are kept, of a page or of its data (`_routes` names a part of it); any other query is rendered each time. */
function cacheKey(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname, search } = new URL(request.url)
  const isPart = pathname.endsWith('.data') && /^\?_routes=[\w%.:/-]{0,200}$/.test(search)
  return search === '' || isPart ? pathname + search : null
}
