import type { Readiness } from '#src/platform/health.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Secrets } from '#src/platform/settings.ts'

/** What a role is started with. */
export type RoleContext = { ctx: Platform; secrets: Secrets; readiness: Readiness; dev: boolean; root: string }

/** A role that runs. Disposing drains it: no new work, the begun work finished, then closed. */
export type RunningRole = AsyncDisposable & {
  /** Where it answers, for the banner. */
  port?: number
}
