import type { IncomingMessage } from 'node:http'
import { probeAgent } from '#src/contract/status/status.ts'
import { IngestServer } from '#src/feed/ingest/server.ts'
import { CompatibleServer } from '#src/gateway/compatible/server.ts'
import { compatibleStreams } from '#src/gateway/compatible/streams.ts'
import { GatewayFigures } from '#src/gateway/figures.ts'
import { McpServer } from '#src/gateway/mcp/server.ts'
import { RestServer } from '#src/gateway/rest/server.ts'
import { SheetServer } from '#src/gateway/sheets/server.ts'
import { Staleness } from '#src/gateway/staleness.ts'
import { measureStream } from '#src/gateway/stream/metrics.ts'
import { openStream } from '#src/gateway/stream/open-stream.ts'
import { openKeyCache } from '#src/keys/check/verify.ts'
import { marketPrefix } from '#src/market/calendar/market-hours.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { tapeClasses } from '#src/overview/checks/tape.ts'
import { Attention, attention } from '#src/platform/attention.ts'
import { shareFigures } from '#src/platform/figures/process-figures.ts'
import { connectionsMax } from '#src/platform/limits/descriptors.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hostCheck } from '#src/platform/server/access/host-check.ts'
import { connectionLimits } from '#src/platform/server/connections.ts'
import { sayFarewell } from '#src/platform/server/farewell.ts'
import { listen } from '#src/platform/server/server.ts'
import { hasOtherGateways } from '#src/platform/settings.ts'
import { UsageMeter } from '#src/usage/meter.ts'
import { requestsOf } from './metrics.ts'
import type { RoleContext, RunningRole } from './role.ts'

const ageChecks = { everyMs: 2_000, failed: 'the age of the tape could not be judged; tried again' }

export async function startGateway({ ctx, readiness }: RoleContext): Promise<RunningRole> {
  await using stack = new AsyncDisposableStack()
  const { settings, log } = ctx
  await installCatalogue(ctx)
  stack.use(await openKeyCache(ctx))
  const meter = stack.use(new UsageMeter(ctx))
  const stream = stack.use(await openStream(ctx, meter, await compatibleStreams(settings)))
  measureStream(ctx, stream)
  const reading = new Attention(ctx.clock, () => stream.sockets() > 0)
  if (!hasOtherGateways(settings)) attention.set(ctx, reading)
  const noteReader = ({ headers }: IncomingMessage) => {
    if (headers['user-agent'] !== probeAgent) reading.note()
  }
  measureSilence(ctx, stream.newest)
  const staleness = new Staleness(ctx, stream.newest)
  stack.use(every(ctx, ageChecks, async () => readiness.degrade('tape', staleness.lines())))
  const count = () => ({
    ...meter.counted,
    delivered: stream.delivered(),
    sockets: stream.sockets(),
    newest: stream.newest(),
    sources: new Map([...stream.sources()].map(([name, count]) => [name, { ...count }])),
  })
  stack.use(shareFigures(ctx, new GatewayFigures(ctx, count).read))
  const rest = stack.use(await RestServer.open(ctx, stream, meter, requestsOf(ctx, 'gateway')))
  const mcp = stack.use(new McpServer(ctx, rest, requestsOf(ctx, 'gateway')))
  const compatible = new CompatibleServer(ctx, rest)
  const sheets = stack.use(new SheetServer(ctx, rest))
  const ingest = stack.use(await IngestServer.open(ctx, requestsOf(ctx, 'gateway')))
  const isOurs = hostCheck(settings, [settings.apiUrl, settings.apiFreeUrl])
  const server = await listen({
    setting: 'API_PORT',
    port: settings.apiPort,
    host: settings.host,
    loopbackOnly: settings.mode === 'sandbox',
    connections: connectionLimits(settings, connectionsMax('gateway', settings.roles)),
    readiness,
    log,
    loop: ctx.loop,
    tracing: ctx.tracing,
    upgrade(incoming, socket, head) {
      noteReader(incoming)
      if (isOurs(incoming.headers.host ?? null))
        (IngestServer.isFor(incoming) ? ingest.sockets : stream).upgrade(incoming, socket, head)
      else sayFarewell(socket, 'HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
    raw(incoming, outgoing) {
      if (!isOurs(incoming.headers.host ?? null)) return false
      noteReader(incoming)
      const answering =
        (IngestServer.isFor(incoming) && ingest) ||
        (McpServer.isFor(incoming) && mcp) ||
        (SheetServer.isFor(incoming) && sheets) ||
        (compatible.isFor(incoming) ? compatible : rest)
      answering.handle(incoming, outgoing)
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
    leavePort: server.leavePort,
    drain: async (withinMs) =>
      void (await Promise.all([server.drain(withinMs), stream.close(withinMs), ingest.sockets.close(withinMs)])),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function measureSilence(ctx: Platform, newest: () => ReadonlyMap<string, number>): void {
  const help = 'Markets whose session runs without an event for three minutes.'
  ctx.metrics.gauge('tapewire_silent_markets', help, ['class'], (gauge) => {
    const figures = Object.fromEntries([...newest()].map(([market, at]) => [marketPrefix + market, at]))
    for (const one of tapeClasses(ctx, [figures], ctx.clock.now())) gauge.set({ class: one.class }, one.silent)
  })
}
