import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Platform } from '#src/platform/platform.ts'
import { listen } from '#src/platform/server.ts'

/** `/metrics` on its own port, so that it is never reachable through a public address by accident. */
export async function startMetrics(ctx: Platform, port: number): Promise<AsyncDisposable> {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  ctx.metrics.gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  ctx.metrics.gauge('process_uptime_seconds', 'Seconds since the start.', () => process.uptime())
  ctx.metrics.gauge(
    'event_loop_delay_p99_seconds',
    'Event loop delay, 99th percentile.',
    () => delay.percentile(99) / 1e9,
  )
  const server = await listen({
    setting: 'METRICS_PORT',
    port,
    host: ctx.settings.host ?? '127.0.0.1',
    loopbackOnly: false,
    connectionsMax: 50,
    log: ctx.log,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response('Not Found', { status: 404 })
      return new Response(ctx.metrics.text(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      })
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      delay.disable()
      await server[Symbol.asyncDispose]()
    },
  }
}
