import { renderToString } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { withHead } from './head/in-head.tsx'
import { nonceContext, platformContext } from './page/context.ts'

/** After this long, a loader's answer is late, ms. */
export const streamTimeout = 5_000

/** An error of a loader, an action or a page. A visitor's mistake is no error: its status is enough. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const { log } = context.get(platformContext)
  const asked = { method: request.method, path: new URL(request.url).pathname }
  if (request.signal.aborted) log.info('a visitor left before the page was done', asked)
  else if (!isRouteErrorResponse(error) || error.status >= 500) log.error('page failed', { ...asked, error })
}

/** The page is rendered whole: no answer of a loader is deferred, and a finished text costs less than a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const { serverHandoffStream, ...rest } = routerContext
  const loaded = await new Response(serverHandoffStream).text()
  const nonce = context.get(nonceContext)
  context.get(platformContext).loop.mark()
  const page = renderToString(<ServerRouter context={rest} url={request.url} nonce={nonce} />)
  const end = page.lastIndexOf('</body>')
  const parts = ['<!DOCTYPE html>', ...withHead(page.slice(0, end)), handOver(loaded, nonce), page.slice(end)]
  return new Response(parts.join(''), { status, headers })
}

/** The end of a page: scripts that give the router of the browser what the loaders answered, as `ServerRouter` would itself. */
function handOver(loaded: string, nonce: string): string {
  const text = JSON.stringify(loaded).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const stream = 'window.__reactRouterContext.streamController'
  return `<script nonce="${nonce}">${stream}.enqueue(${text});${stream}.close();</script>`
}
