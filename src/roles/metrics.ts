import type { Platform } from '#src/platform/platform.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import { Requests } from '#src/platform/server/requests.ts'
import { listen } from '#src/platform/server/server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenedPlatform } from './open-platform.ts'
import { measureStores } from './store-metrics.ts'

/**
 * `/metrics` on its own port, so that it is never reachable through a public address by accident, and `/healthz/…` for the roles
 * that have no port of their own.
 */
export async function startMetrics(ctx: OpenedPlatform, port: number, readiness: Readiness): Promise<AsyncDisposable> {
  const { metrics, settings } = ctx
  metrics.measureProcess()
  measureStores(ctx)
  metrics.gauge('tapewire_role', 'The roles of this process and its version.', ['role', 'version'], (gauge) => {
    for (const role of settings.roles) gauge.set({ role, version: packageJson.version }, 1)
  })
  metrics.gauge('tapewire_ready', '1 while this process may be sent traffic.', [], (gauge) =>
    gauge.set(readiness.ready ? 1 : 0),
  )
  metrics.gauge('tapewire_degraded', 'Faults that do not take this process out of service.', [], (gauge) =>
    gauge.set(readiness.degraded.length),
  )
  return listen({
    setting: 'METRICS_PORT',
    port,
    host: settings.host ?? '127.0.0.1',
    loopbackOnly: false,
    connections: { max: 50, ofAddress: () => 50, trustedProxies: [] },
    readiness,
    log: ctx.log,
    async fetch(request) {
      if (new URL(request.url).pathname !== '/metrics') return new Response('Not Found', { status: 404 })
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } })
    },
  })
}

/** What notes the requests to a role's server; null where nobody reads it. */
export function requestsOf(
  { settings, metrics, log }: Pick<Platform, 'settings' | 'metrics' | 'log'>,
  role: 'site' | 'gateway',
): Requests | null {
  const isLogged = settings.accessLog === 'on'
  if (settings.metricsPort === null && !isLogged) return null
  return new Requests(role, metrics, isLogged ? log : null)
}
