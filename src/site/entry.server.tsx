import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { nonceContext, platformContext, renderingContext } from './page/context.ts'

export const streamTimeout = 5_000
const abortAfterMs = streamTimeout + 1_000

/** An error of a loader, an action or a page. A visitor's mistake is no error: its status is enough. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const { log } = context.get(platformContext)
  const asked = { method: request.method, path: new URL(request.url).pathname }
  if (request.signal.aborted) log.info('a visitor left before the page was done', asked)
  else if (!isRouteErrorResponse(error) || error.status >= 500) log.error('page failed', { ...asked, error })
}

/** Pages for everybody are rendered whole, so that they can be kept; personal ones are streamed. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Response | Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const nonce = context.get(nonceContext)
  const whole = context.get(renderingContext).audience === 'everyone' || isbot(request.headers.get('user-agent'))
  const { log, loop } = context.get(platformContext)
  loop.mark()

  return new Promise((resolve, reject) => {
    let shellRendered = false
    let answerStatus = status
    const answer = () => {
      shellRendered = true
      const body = new PassThrough({
        final(done) {
          clearTimeout(timeout)
          done()
        },
      })
      pipe(body)
      resolve(new Response(createReadableStreamFromReadable(body), { status: answerStatus, headers }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [whole ? 'onAllReady' : 'onShellReady']: answer,
        onShellError: reject,
        onError(error) {
          answerStatus = 500
          if (shellRendered) log.error('page could not be rendered', { error, path: new URL(request.url).pathname })
        },
      },
    )
    const timeout = setTimeout(abort, abortAfterMs)
  })
}
