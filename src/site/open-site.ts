import type { Server } from 'node:http'
import { pathToFileURL } from 'node:url'
import type { Connect, ViteDevServer } from 'vite'
import type { Platform } from '#src/platform/platform.ts'
import type { PageSession } from './context.ts'
import type { CallApi, PageServer, PageServerOptions } from './server.ts'
import { openStaticFiles, type StaticFiles } from './static-files.ts'

export type SiteOptions = {
  dev: boolean
  /** The root of the project, where `build/` and `vite.config.ts` are. */
  root: string
  sessionOf(request: Request): Promise<PageSession | null>
  /** The server that Vite's reload socket joins; only read in dev. */
  httpServer?: Server
}

/** The site as the role composes it: static files first, then pages. */
export type Site = AsyncDisposable & {
  fetch(request: Request, api: CallApi): Promise<Response>
  /** Forgets kept pages after settings, catalogue or content changed. */
  dropPages(): Promise<void>
  /** Dev only: Vite's own requests, to be tried before everything else. */
  middleware: Connect.Server | null
}

type Bundle = { createPageServer(ctx: Platform, options: PageServerOptions): PageServer }

export async function openSite(ctx: Platform, options: SiteOptions): Promise<Site> {
  return options.dev ? openDevSite(ctx, options) : openBuiltSite(ctx, options)
}

async function openBuiltSite(ctx: Platform, { root, sessionOf }: SiteOptions): Promise<Site> {
  const bundle: Bundle = await import(pathToFileURL(`${root}/build/server/index.js`).href)
  const pages = bundle.createPageServer(ctx, { dev: false, sessionOf })
  const files = await openStaticFiles(`${root}/build/client`)
  return {
    middleware: null,
    fetch: (request, api) => withFiles(files, request, () => pages.fetch(request, api)),
    async dropPages() {
      pages.dropPages()
    },
    async [Symbol.asyncDispose]() {},
  }
}

async function openDevSite(ctx: Platform, { root, sessionOf, httpServer }: SiteOptions): Promise<Site> {
  const { createServer } = await import('vite')
  const vite: ViteDevServer = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: httpServer ? { server: httpServer } : false },
  })
  let pages: { bundle: Bundle; server: PageServer } | null = null
  const pageServer = async () => {
    const bundle = (await vite.ssrLoadModule('./src/site/server.ts')) as Bundle
    if (pages?.bundle !== bundle) pages = { bundle, server: bundle.createPageServer(ctx, { dev: true, sessionOf }) }
    return pages.server
  }
  return {
    middleware: vite.middlewares,
    async fetch(request, api) {
      return (await pageServer()).fetch(request, api)
    },
    async dropPages() {
      pages?.server.dropPages()
    },
    async [Symbol.asyncDispose]() {
      await vite.close()
    },
  }
}

async function withFiles(files: StaticFiles, request: Request, next: () => Promise<Response>): Promise<Response> {
  return (await files.find(request)) ?? next()
}
