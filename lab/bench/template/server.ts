/** Child process of the page benches: a plain React Router app with the elements of our pages. Prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable, createRequestListener } from '@react-router/node'
import { createElement, type ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
  useLocation,
} from 'react-router'
import { type Element, elementsOf, type Mirrored, type Node } from './elements.ts'

const [file = ''] = process.argv.slice(2)
const html: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
const pages = new Map(Object.entries(html).map(([path, text]) => [path, elementsOf(text)]))

function shown(node: Node, texts: readonly string[], key: number): ReactNode {
  if (typeof node === 'number') return texts[node]
  const { style, ...attributes } = node.attributes
  return createElement(node.tag, { ...attributes, 'data-style': style, key }, ...childrenOf(node, texts))
}

function childrenOf({ children }: Element, texts: readonly string[]): ReactNode[] {
  return children.map((child, at) => shown(child, texts, at))
}

function pageAt(path: string): Mirrored {
  const page = pages.get(path)
  if (!page) throw new Error(path)
  return page
}

function partOf({ root }: Mirrored, tag: string): Element {
  const found = root.children.find((node) => typeof node === 'object' && node.tag === tag)
  return typeof found === 'object' ? found : { tag, attributes: {}, children: [] }
}

function Root() {
  const page = pageAt(useLocation().pathname)
  const head = createElement('head', null, createElement(Links), ...childrenOf(partOf(page, 'head'), page.texts))
  const body = [Outlet, ScrollRestoration, Scripts].map((part) =>
    createElement(part as () => ReactNode, { key: part.name }),
  )
  return createElement('html', page.root.attributes, head, createElement('body', partOf(page, 'body').attributes, body))
}

function Page() {
  const { texts } = useLoaderData<{ texts: string[] }>()
  return childrenOf(partOf(pageAt(useLocation().pathname), 'body'), texts)
}

function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(createElement(ServerRouter, { context, url: request.url }), {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        pipe(body)
        resolve(new Response(createReadableStreamFromReadable(body), { headers, status }))
      },
      onShellError: reject,
    })
  })
}

const entries = [...pages.keys()].map((path) => ({ id: path, parentId: 'root', path: path.slice(1) }))
const client = ({ id, ...route }: { id: string; parentId?: string; path: string }, hasLoader: boolean) => ({
  ...{ id, ...route, module: `/assets/${id.replaceAll('/', '-')}.js`, imports: ['/assets/shared.js'], hasLoader },
  ...{
    hasAction: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasDefaultExport: true,
  },
  ...{ hasErrorBoundary: false, clientActionModule: undefined, clientLoaderModule: undefined },
  ...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined },
})
const build: ServerBuild = {
  entry: { module: { default: handleRequest } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    ...Object.fromEntries(
      entries.map((entry) => [
        entry.id,
        { ...entry, module: { default: Page, loader: () => ({ texts: pageAt(entry.id).texts }) } },
      ]),
    ),
  },
  assets: {
    entry: { module: '/assets/entry.js', imports: ['/assets/shared.js'] },
    routes: {
      root: client({ id: 'root', path: '' }, false),
      ...Object.fromEntries(entries.map((entry) => [entry.id, client(entry, true)])),
    },
    url: '/assets/manifest.js',
    version: '1',
  },
  publicPath: '/',
  assetsBuildDirectory: 'build/client',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
}

const server = createServer({ noDelay: true }, createRequestListener({ build, mode: 'production' }))
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
