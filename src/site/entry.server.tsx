import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { framedContext, nonceContext, partsContext, platformContext } from './context/context.ts'
import { KeptFormatters } from './parts/kept-formatters.server.tsx'
import { PartsContext } from './parts/part.tsx'

/** Time after which React Router stops waiting for a loader, ms. */
export const streamTimeout = 5_000

/** Logs an error of a loader, an action or a page, except a visitor's mistake, for which the HTTP status is enough. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const { log } = context.get(platformContext)
  const requestInfo = { method: request.method, path: new URL(request.url).pathname }
  if (request.signal.aborted) log.info('a visitor left before the page was done', requestInfo)
  else if (!isRouteErrorResponse(error) || error.status >= 500) log.error('page failed', { ...requestInfo, error })
}

/** Sends a page only when it is complete. Public pages are cached for everybody, and no loader defers data. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const nonce = context.get(nonceContext) || undefined
  context.get(platformContext).loop.mark()
  // A framed page has no scripts, so it contains no data for scripts.
  if (context.get(framedContext)) delete routerContext.serverHandoffStream
  const bytes = await whole(
    <PartsContext value={context.get(partsContext)}>
      <KeptFormatters>
        <ServerRouter context={routerContext} url={request.url} {...(nonce && { nonce })} />
      </KeptFormatters>
    </PartsContext>,
    nonce,
  )
  return new Response(bytes, { status, headers })
}

function whole(page: React.ReactNode, nonce: string | undefined): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part)
        done()
      },
      final(done) {
        resolve(Buffer.concat(parts))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      ...(nonce && { nonce }),
      onAllReady: () => pipe(sink),
      onError: reject,
    })
  })
}
