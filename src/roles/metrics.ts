import { measureLoopDelay } from '#src/platform/metrics/loop-delay.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import { listen } from '#src/platform/server/server.ts'

/**
 * `/metrics` on its own port, so that it is never reachable through a public address by accident, and `/healthz/…` for the roles
 * that have no port of their own.
 */
export async function startMetrics(ctx: Platform, port: number, readiness: Readiness): Promise<AsyncDisposable> {
  const delay = measureLoopDelay(ctx.metrics)
  ctx.metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  ctx.metrics.gauge('process_uptime_seconds', 'Seconds since the start.', () => process.uptime())
  const server = await listen({
    setting: 'METRICS_PORT',
    port,
    host: ctx.settings.host ?? '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 50, ofAddress: () => 50, trustedProxies: [] },
    readiness,
    log: ctx.log,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response('Not Found', { status: 404 })
      const text = ctx.metrics.text()
      delay.reset()
      return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } })
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      delay[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
