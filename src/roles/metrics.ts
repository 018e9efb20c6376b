import type { Platform } from '#src/platform/platform.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import { Requests } from '#src/platform/server/requests.ts'
import type { StoreWatch } from '#src/platform/server/watch-stores.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenedPlatform } from './open-platform.ts'
import { measureStores } from './store-metrics.ts'

export function measure(ctx: OpenedPlatform, readiness: Readiness, watch: StoreWatch): void {
  const { metrics, settings } = ctx
  metrics.measureProcess()
  measureStores(ctx, watch)
  metrics.gauge('tapewire_role', 'The roles of this process and its version.', ['role', 'version'], (gauge) => {
    for (const role of settings.roles) gauge.set({ role, version: packageJson.version }, 1)
  })
  metrics.gauge('tapewire_ready', '1 while this process may be sent traffic.', [], (gauge) =>
    gauge.set(readiness.ready ? 1 : 0),
  )
  metrics.gauge('tapewire_degraded', 'Faults that do not take this process out of service.', [], (gauge) =>
    gauge.set(readiness.faults.reduce((sum, { reasons }) => sum + reasons.length, 0)),
  )
}

/** Records the requests to a role's server. Null if neither metrics nor an access log are configured. */
export function requestsOf(
  { settings, metrics, log }: Pick<Platform, 'settings' | 'metrics' | 'log'>,
  role: 'site' | 'gateway',
): Requests | null {
  const isLogged = settings.accessLog === 'on'
  if (settings.metricsPort === null && !isLogged) return null
  return new Requests(role, metrics, isLogged ? log : null)
}
