import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { isLocale, type Locale } from '#src/contract/locale.ts'
import { type OverallState, overallStates } from '#src/contract/status/status.ts'
import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import { readCookie } from '#src/platform/http/cookie.ts'
import type { Platform } from '#src/platform/platform.ts'
import { aliases } from '../addresses/aliases.ts'
import { canonicalPath, type KnownPaths, knownPaths } from '../addresses/canonical-path.ts'
import { leadingElsewhere } from '../addresses/leading-elsewhere.server.ts'
import { readerLocale } from '../addresses/reader-locale.ts'
import { openTo } from '../announcements/open-to.server.ts'
import { type Shell, shellOf, shells } from '../browser/shell.ts'
import { createAfterwards } from '../context/afterwards.ts'
import {
  type AnnouncementSource,
  announcementsContext,
  apiContext,
  framedContext,
  keptPartsContext,
  localeContext,
  nonceContext,
  type PageApi,
  type PageSession,
  partsContext,
  platformContext,
  quotesContext,
  type Rendering,
  renderingContext,
  type StatusSource,
  sessionContext,
  shareContext,
  statusContext,
} from '../context/context.ts'
import { shareValues } from '../context/shared-values.ts'
import { withLateScripts } from '../first-paint/late-scripts.ts'
import { hasSessionHint } from '../frame/frame-data.server.tsx'
import { buildOf, pathsOf } from '../shells/shell-build.ts'
import { contentPolicy, headScriptHash, scriptHashes } from './content-policy.ts'
import { createPageCache, type KeptAnswer, type RequestHead } from './page-cache.ts'
import { textAt, textPaths } from './texts.ts'
import { type AccountView, accountViewOf, answerView } from './views/account-view.ts'
import { answerBrandView, type BrandView, brandViewOf } from './views/brand-view.ts'
import { withSamplePaper } from './views/sample-paper.ts'

export type PageServer = {
  /** The cached page at `path` (as sent, without host); null if the request needs `fetch`. */
  kept(path: string, request: RequestHead): KeptAnswer | null
  /**
   * The response to a request for a page, an action or router data. Never throws for client input. Only public pages
   * work without `api`.
   */
  fetch(request: Request, api: PageApi | null): Promise<Response>
  /** Drops every cached page, after a change of settings, catalogue or content. */
  dropPages(): void
}

export type PageServerOptions = {
  dev: boolean
  sessionOf(request: Request): Promise<PageSession | null>
  quotes: NewestQuotes
  announcements: AnnouncementSource
  status: StatusSource
  /** Ends background work that continues after the responses. */
  closed: AbortSignal
}

/**
 * Serves the site's pages. This code is part of the server bundle, so that it shares one copy of verbs, contexts and
 * texts with the pages.
 */
export function createPageServer(ctx: Platform, options: PageServerOptions): PageServer {
  const bare = shells.flatMap((shell) => pathsOf(shell, build.routes))
  const known = knownPaths([...bare, ...textPaths, ...aliasPaths])
  const mode = options.dev ? 'development' : 'production'
  const builds = byShell((shell) => buildOf(shell, build as ServerBuild, options.dev))
  const routers = byShell((shell) => createRequestHandler(builds[shell], mode))
  const policy = contentPolicy(ctx.settings, options.dev)
  const afterwards = () => createAfterwards(ctx.clock, options.closed)
  const cache = createPageCache(ctx.clock, afterwards())
  const renewals = afterwards()
  const shared = shareValues(ctx.clock, renewals)
  const keptParts = new Map<string, string>()

  function contextOf(
    request: Request,
    api: PageApi | null,
    session: PageSession | null,
    own = ctx,
  ): RouterContextProvider {
    const context = new RouterContextProvider()
    const { pathname } = new URL(request.url)
    context.set(platformContext, own)
    // In development, inline scripts need no nonce, and React in the browser would warn about a nonce.
    if (!options.dev) context.set(nonceContext, ctx.random.bytes(16).toString('base64'))
    if (api) context.set(apiContext, api)
    context.set(shareContext, shared.share)
    context.set(quotesContext, options.quotes)
    context.set(announcementsContext, options.announcements)
    context.set(statusContext, options.status)
    context.set(localeContext, localeOf(pathname, request.headers, ctx.settings.defaultLocale))
    context.set(sessionContext, session)
    context.set(keptPartsContext, keptParts)
    if (!pathname.endsWith('.data')) context.set(partsContext, new Map())
    return context
  }

  /**
   * Pages of the status and of the documentation search have no session: status pages must not depend on a store, and
   * the search needs no session.
   */
  async function sessionFor(request: Request): Promise<PageSession | null> {
    const { pathname } = new URL(request.url)
    return publicPaths.test(pathname) ? null : options.sessionOf(request)
  }

  /** Renders a customer's page. The links of the page stay below `view.base`. */
  async function viewAccount(view: AccountView, request: Request, api: PageApi): Promise<Response> {
    const below = createRequestHandler({ ...builds.account, basename: view.base }, mode)
    const theme = readCookie(request.headers.get('cookie') ?? '', 'theme') === 'dark' ? 'dark' : 'light'
    return answerView(ctx, view, {
      request,
      context: contextOf(request, api, await options.sessionOf(request)),
      render: (as) => {
        const context = contextOf(request, as.api, as.session)
        context.set(framedContext, { theme, isBare: true })
        return below(request, context)
      },
    })
  }

  /** Renders a page of the site with the draft of the brand. */
  async function viewBrand(view: BrandView, request: Request, api: PageApi): Promise<Response> {
    const session = await options.sessionOf(request)
    return answerBrandView(ctx, view, {
      request,
      context: contextOf(request, api, session),
      render: (drafted, path) => {
        const asked = new Request(new URL(path, request.url), { headers: request.headers })
        const context = contextOf(asked, withSamplePaper(drafted, api), session, drafted)
        context.set(keptPartsContext, new Map())
        context.set(framedContext, { theme: view.theme, isBare: false })
        return routers[shellOf(path)](asked, context)
      },
    })
  }

  /** Responds with a text, or through the router of the page's shell. */
  async function route(request: Request, context: RouterContextProvider): Promise<Response> {
    const url = new URL(request.url)
    const text = textAt(url)
    if (!text) return routers[shellOf(url.pathname.replace(/\.data$/, ''))](request, context)
    ctx.loop.name(`${request.method} ${url.pathname}`)
    return text({ url, context })
  }

  async function render(request: Request, api: PageApi | null): Promise<Rendered> {
    const found = await sessionFor(request).catch((cause: unknown) => new Failed(cause))
    const context = contextOf(request, api, found instanceof Failed ? null : found)
    const nonce = context.get(nonceContext)
    const { pathname } = new URL(request.url)
    const response = await route(request, context)
    const { status } = response
    if (status === 405) response.headers.set('Allow', 'GET, HEAD')
    if (status >= 400 && status < 500) ctx.log.info('page refused', { method: request.method, path: pathname, status })
    const rendering = context.get(renderingContext)
    // A public page needs no session, so it is shown even while the database is down.
    if (found instanceof Failed && rendering.audience !== 'everyone') throw found.cause
    if (rendering.audience === 'one' || response.status !== 200) {
      response.headers.set('Content-Security-Policy', policy([`'nonce-${nonce}'`, headScriptHash]))
      if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'private, no-store')
    }
    return { response, rendering, nonce }
  }

  /**
   * The cache key of a page. The variants of a page differ by the status in the footer, the session hint and the
   * announcements that are not closed.
   */
  function keyOf(request: Request, state = options.status.report().state): string | null {
    const key = cacheKey(request, known, (page, id) => Object.hasOwn(builds[shellOf(page)].routes, id))
    return key && variantOf(key, request, state)
  }

  function variantOf(key: string, request: RequestHead, state: OverallState): string {
    const open = openTo(request, options.announcements.ofStrangers())
    const shown = open.map(({ id, mark }) => `${id}.${mark}`)
    return [key, state, ...(hasSessionHint(request) ? ['member'] : []), ...shown].join(' ')
  }

  async function renderKept(key: string, request: Request, api: PageApi | null): Promise<Response> {
    const generation = cache.generation()
    const { response, rendering, nonce } = await render(asGet(request), api)
    if (rendering.audience !== 'everyone' || response.status !== 200) return response
    const type = response.headers.get('content-type') ?? ''
    const isPage = type.startsWith('text/html')
    const text = await response.text()
    const { html: body, scripts } = isPage ? withLateScripts(text, nonce) : { html: text, scripts: [] }
    const csp = isPage ? policy(scriptHashes(scripts)) : null
    return cache.keep(key, request, { body, type, csp, maxAgeMs: rendering.maxAgeMs }, generation)
  }

  /**
   * If rendering fails, sends the page that was cached while the installation had another status. An outdated footer is
   * better than no page.
   */
  async function keptBefore(request: Request, renderNow: () => Promise<Response>): Promise<Response> {
    const rendered = await renderNow().catch((cause: unknown) => new Failed(cause))
    if (!(rendered instanceof Failed) && rendered.status < 500) return rendered
    for (const state of overallStates) {
      const older = cache.find(keyOf(request, state) ?? '', request)
      if (older) return older.response
    }
    if (rendered instanceof Failed) throw rendered.cause
    return rendered
  }

  return {
    kept(path, request) {
      // This fast path serves no address with a query, because the cache key of such an address would have to be
      // computed first.
      if (!isRead(request) || path.includes('?')) return null
      return cache.ready(variantOf(path, request, options.status.report().state), request)
    },
    dropPages() {
      shared.drop()
      keptParts.clear()
      cache.drop()
    },
    async fetch(request, api) {
      const text = textAt(new URL(request.url))
      const other = (isRead(request) && canonical(request, known)) || leadingElsewhere(request, bare, ctx.settings)
      if ((text || other) && !isRead(request)) return onlyRead()
      if (other) return other
      const view = api && accountViewOf(request)
      if (view) return viewAccount(view, request, api)
      const brandView = api && brandViewOf(request)
      if (brandView) return viewBrand(brandView, request, api)
      const key = keyOf(request)
      if (!key || options.dev) {
        const rendered = await render(request, api)
        if (rendered.rendering.audience !== 'everyone') return rendered.response
        return withHashes(rendered, policy, options.dev)
      }
      const kept = cache.find(key, request)
      if (!kept) return keptBefore(request, () => renderKept(key, request, api))
      if (kept.stale)
        renewals(() => renderKept(key, request, api)).catch((cause: unknown) => {
          if (!options.closed.aborted) ctx.log.warn('a page could not be renewed', { page: key, cause })
        })
      return kept.response
    },
  }
}

/** Refuses all methods but GET and HEAD at an address without a page. */
function onlyRead(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD', 'Cache-Control': 'private, no-store' } })
}

const aliasPaths = Object.keys(aliases).map((path) => path.slice(1))

/** The status and the search of the documentation, which are the same for everybody. */
const publicPaths = /^(\/[\w-]+)?\/(status(\.data|\.json|\/rss\.xml)?|docs\/search(\.data)?)$/

/** Wraps an error as a value. */
class Failed {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

type Rendered = { response: Response; rendering: Rendering; nonce: string }

/**
 * Adds the content security policy to a page that is the same for everybody but is not cached, such as a page whose
 * address has a query.
 */
async function withHashes(
  { response, nonce }: Rendered,
  policy: ReturnType<typeof contentPolicy>,
  isDev: boolean,
): Promise<Response> {
  if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html')) return response
  const text = await response.text()
  // Vite's scripts stay unchanged, and a response to HEAD has no body.
  const { html, scripts } = isDev || text === '' ? { html: text, scripts: [] } : withLateScripts(text, nonce)
  response.headers.set('Content-Security-Policy', policy(scriptHashes(scripts)))
  return new Response(html, response)
}

function byShell<T>(make: (shell: Shell) => T): Record<Shell, T> {
  return Object.fromEntries(shells.map((shell) => [shell, make(shell)])) as Record<Shell, T>
}

function localeOf(pathname: string, headers: Headers, fallback: Locale): Locale {
  const [, first] = pathname.split('/')
  const named = first?.replace(/\.data$/, '')
  return isLocale(named) ? named : readerLocale(headers, fallback)
}

/** A cacheable page is rendered with its body, even for HEAD. */
function asGet(request: Request): Request {
  const { url, method, headers, signal } = request
  return method === 'HEAD' ? new Request(url, { headers, signal }) : request
}

/** Redirects every other spelling of a page's path, so that readers and the cache see one address. */
function canonical(request: Request, known: KnownPaths): Response | null {
  const { pathname, search } = new URL(request.url)
  const path = pathname.endsWith('.data') ? null : canonicalPath(pathname, known)
  if (path === null || path === pathname) return null
  const headers = { Location: path + search, 'Cache-Control': 'public, max-age=3600' }
  return new Response(null, { status: 308, headers })
}

/**
 * The cache key of a GET or HEAD request for a page at its canonical path without a query, or for the page's data.
 * `_routes` may name the routes whose data is requested. Null for any other request.
 */
function cacheKey(request: Request, known: KnownPaths, hasPart: (page: string, id: string) => boolean): string | null {
  if (!isRead(request)) return null
  const { pathname, search, searchParams } = new URL(request.url)
  const isData = pathname.endsWith('.data')
  const page = isData ? pathname.slice(0, -'.data'.length) : pathname
  if (canonicalPath(page, known) !== page) return null
  if (search === '') return pathname
  const parts = searchParams.get('_routes')?.split(',') ?? []
  const isPart =
    isData &&
    searchParams.size === 1 &&
    parts.length > 0 &&
    parts.every((id, at) => hasPart(page, id) && parts.indexOf(id) === at)
  return isPart ? `${pathname}?${parts.join()}` : null
}

function isRead({ method }: Pick<RequestHead, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}
