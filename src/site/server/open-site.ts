import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { Connect, ViteDevServer } from 'vite'
import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { AnnouncementSource, PageApi, PageSession, StatusSource } from '../context/context.ts'
import { products } from '../showcase/showcase.ts'
import type { KeptAnswer, RequestHead } from './page-cache.ts'
import type { PageServer, PageServerOptions } from './page-server.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

export type SiteOptions = {
  dev: boolean
  /** The root of the project, where `build/` and `vite.config.ts` are. */
  root: string
  sessionOf(request: Request): Promise<PageSession | null>
  /** The source of the figures on pages. The gateway uses the same source. */
  quotes: NewestQuotes
  announcements: AnnouncementSource
  status: StatusSource
  /** The server whose requests Vite handles first, in development only. */
  httpServer?: Server
}

export type Site = AsyncDisposable & {
  /** A cached page that can be sent as it is; null if the request needs `fetch`. */
  kept(path: string, request: RequestHead): KeptAnswer | null
  fetch(request: Request, api: PageApi): Promise<Response>
  dropPages(): Promise<void>
  /** Stops rendering in the background. During a shutdown, other processes close the stores that rendering needs. */
  stopRenewing(): void
}

const warmUpAfterMs = 2_000
const productPaths = products.map(({ name }) => `/products/${name}`)

type Bundle = { createPageServer(ctx: Platform, options: PageServerOptions): PageServer }

export async function openSite(ctx: Platform, options: SiteOptions): Promise<Site> {
  return options.dev ? openDevSite(ctx, options) : openBuiltSite(ctx, options)
}

async function openBuiltSite(ctx: Platform, { root, ...sources }: SiteOptions): Promise<Site> {
  const bundle: Bundle = await import(pathToFileURL(`${root}/build/server/index.js`).href)
  const closing = new AbortController()
  const pages = bundle.createPageServer(ctx, { ...sources, dev: false, closed: closing.signal })
  const files = await openStaticFiles(`${root}/build/client`)
  const warm = warmUp(ctx, pages, closing.signal)
  return {
    kept: (path, request) => pages.kept(path, request),
    fetch: (request, api) => withFiles(files, request, () => pages.fetch(request, api)),
    async dropPages() {
      pages.dropPages()
    },
    stopRenewing: () => closing.abort(),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await warm
    },
  }
}

/** Renders some public pages after the start, so that no reader of these pages waits while code or figures load. */
async function warmUp({ clock, settings, log }: Platform, pages: PageServer, signal: AbortSignal): Promise<void> {
  const { publicUrl } = settings
  await pause(clock, warmUpAfterMs, signal)
  for (const path of ['', ...productPaths, '/pricing', '/blog', '/docs/quick-start', '/faq']) {
    if (signal.aborted) return
    const address = `${publicUrl}/${settings.defaultLocale}${path}`
    await pages
      .fetch(new Request(address), null)
      .catch((cause: unknown) => log.warn('a page did not warm up', { cause }))
  }
}

async function openDevSite(ctx: Platform, { root, httpServer, ...sources }: SiteOptions): Promise<Site> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true },
  })
  if (httpServer) putFirst(httpServer, vite.middlewares)
  const closing = new AbortController()
  let pages: { bundle: Bundle; server: PageServer } | null = null
  const pageServer = async () => {
    const bundle = (await vite.ssrLoadModule('./src/site/server/page-server.ts')) as Bundle
    if (pages?.bundle !== bundle)
      pages = {
        bundle,
        server: bundle.createPageServer(ctx, { ...sources, dev: true, closed: closing.signal }),
      }
    return pages.server
  }
  return {
    kept: () => null,
    async fetch(request, api) {
      return (await pageServer()).fetch(request, api)
    },
    async dropPages() {
      pages?.server.dropPages()
    },
    stopRenewing: () => closing.abort(),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await vite.close()
    },
  }
}

/** Lets Vite handle requests for its modules, and passes all other requests to the existing listeners. */
function putFirst(server: Server, middleware: Connect.Server) {
  const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) =>
    middleware(request, response, () => {
      for (const listener of listeners) listener(request, response)
    }),
  )
}

async function withFiles(files: StaticFiles, request: Request, next: () => Promise<Response>): Promise<Response> {
  return (await files.find(request)) ?? next()
}
