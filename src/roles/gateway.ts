import { Hono } from 'hono'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import { openStream } from '#src/gateway/stream/open-stream.ts'
import { openKeyCache } from '#src/keys/verify.ts'
import { errorResponse, requestLocale } from '#src/platform/envelope.ts'
import { healthResponse } from '#src/platform/health.ts'
import { hostCheck } from '#src/platform/host-check.ts'
import { toRefusal } from '#src/platform/http.ts'
import { listen } from '#src/platform/server.ts'
import type { RoleContext, RunningRole } from './role.ts'

const connectionsMax = 20_000

/** The data gateway: REST and sockets on one origin. */
export async function startGateway({ ctx, readiness }: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { settings, log } = ctx
  const app = new Hono()
  const answer = (request: Request, error: unknown) => {
    const requestId = ctx.random.bytes(12).toString('base64url')
    const refusal = isRefusal(error) ? error : toRefusal(ctx, error, requestId, request)
    return errorResponse(refusal, requestLocale(request.headers, 'en-US'), requestId)
  }
  app.notFound((c) => answer(c.req.raw, refuse('not_found')))
  app.onError((error, c) => answer(c.req.raw, error))
  stack.use(await openKeyCache(ctx))
  const stream = stack.use(await openStream(ctx))
  ctx.metrics.gauge('stream_sockets', 'Open sockets.', stream.sockets)
  const isOurs = hostCheck(settings, [settings.gateway.apiUrl, settings.gateway.apiFreeUrl])
  const server = await listen({
    setting: 'API_PORT',
    port: settings.gateway.port,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connectionsMax,
    log,
    upgrade(incoming, socket, head) {
      if (isOurs(incoming.headers.host ?? null)) stream.upgrade(incoming, socket, head)
      else socket.end('HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    async fetch(request, env) {
      const health = healthResponse(pathOf(request.url), readiness)
      if (health) return health
      if (!isOurs(request.headers.get('host'))) return new Response('Misdirected Request', { status: 421 })
      return app.fetch(request, env)
    },
  })
  stack.use(server)
  const owned = stack.move()
  return { port: server.port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}
