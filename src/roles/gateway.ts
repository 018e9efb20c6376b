import { GatewayFigures } from '#src/gateway/figures.ts'
import { RestServer } from '#src/gateway/rest/server.ts'
import { openStream } from '#src/gateway/stream/open-stream.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { shareFigures } from '#src/platform/figures/process-figures.ts'
import { connectionLimits } from '#src/platform/server/connections.ts'
import { sayFarewell } from '#src/platform/server/farewell.ts'
import { hostCheck } from '#src/platform/server/host-check.ts'
import { listen } from '#src/platform/server/server.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import type { RoleContext, RunningRole } from './role.ts'

const connectionsMax = 20_000

export async function startGateway({ ctx, readiness }: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { settings, log } = ctx
  await installCatalogue(ctx)
  stack.use(await openKeyCache(ctx))
  const meter = stack.use(new UsageMeter(ctx))
  const stream = stack.use(await openStream(ctx, meter))
  ctx.metrics.gauge('stream_sockets', 'Open sockets.', stream.sockets)
  const count = () => ({
    ...meter.counted,
    delivered: stream.delivered(),
    sockets: stream.sockets(),
    newest: stream.newest(),
    sources: new Map([...stream.sources()].map(([name, count]) => [name, { ...count }])),
  })
  stack.use(shareFigures(ctx, new GatewayFigures(ctx, count).read))
  const rest = stack.use(await RestServer.open(ctx, stream, meter))
  const isOurs = hostCheck(settings, [settings.apiUrl, settings.apiFreeUrl])
  const server = await listen({
    setting: 'API_PORT',
    port: settings.apiPort,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connections: connectionLimits(settings, connectionsMax),
    readiness,
    log,
    loop: ctx.loop,
    upgrade(incoming, socket, head) {
      if (isOurs(incoming.headers.host ?? null)) stream.upgrade(incoming, socket, head)
      else sayFarewell(socket, 'HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    raw(incoming, outgoing) {
      if (!isOurs(incoming.headers.host ?? null)) return false
      rest.handle(incoming, outgoing)
      return true
    },
    async fetch() {
      return new Response('Misdirected Request', { status: 421 })
    },
  })
  stack.use(server)
  const owned = stack.move()
  return {
    port: server.port,
    quotes: stream.board,
    drain: async (withinMs) => void (await Promise.all([server.drain(withinMs), stream.close(withinMs)])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
