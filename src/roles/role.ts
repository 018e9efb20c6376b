import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import type { Secrets } from '#src/platform/settings.ts'

export type RoleContext = {
  ctx: Platform
  secrets: Secrets
  readiness: Readiness
  dev: boolean
  root: string
  /** From a role that started earlier in this process; null where none keeps quotes. */
  quotes: NewestQuotes | null
}

/** Disposing drains a role, finishes what it began, and closes. */
export type RunningRole = AsyncDisposable & {
  /** Takes no new work and tells its clients; after `withinMs` what they have not finished is closed. */
  drain?(withinMs: number): Promise<void>
  port?: number
  quotes?: NewestQuotes
}
