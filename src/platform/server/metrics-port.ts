import type { Log } from '../platform.ts'
import type { Settings } from '../settings.ts'
import type { Readiness } from './health.ts'
import { listen } from './server.ts'

type Serving = {
  settings: Settings
  log: Log
  readiness: Readiness
  metrics: { contentType: string; text(): Promise<string> }
}

/**
 * Serves `/metrics` on its own port, so that the public ports do not expose it, and `/healthz/…` for roles without
 * their own port.
 */
export async function serveMetrics(
  port: number,
  { settings, log, readiness, metrics }: Serving,
): Promise<AsyncDisposable> {
  return listen({
    setting: 'METRICS_PORT',
    port,
    host: settings.host ?? '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 50, ofAddress: () => 50, trustedProxies: [] },
    readiness,
    log,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response('Not Found', { status: 404 })
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
    },
  })
}
