import type { NewestQuotes } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Readiness } from '#src/platform/server/health.ts'
import type { Secrets } from '#src/platform/settings.ts'

/** What a role is started with. */
export type RoleContext = {
  ctx: Platform
  secrets: Secrets
  readiness: Readiness
  dev: boolean
  root: string
  /** Of a role of this process that was started before; null where none keeps them. */
  quotes: NewestQuotes | null
}

/** A role that runs. Disposing drains it: no new work, the begun work finished, then closed. */
export type RunningRole = AsyncDisposable & {
  /** Where it answers, for the banner. */
  port?: number
  /** What it keeps of the market, for the roles after it. */
  quotes?: NewestQuotes
}
