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
  /** The quotes of a role that started earlier in this process; null if no role has quotes. */
  quotes: NewestQuotes | null
  /** Holds the site's port until the site listens there; null: the port is not held. */
  starting: AsyncDisposable | null
}

/** A running role. Disposing drains it, finishes its work, and closes it. */
export type RunningRole = AsyncDisposable & {
  /** Accepts no new connections, because other processes accept them, and serves the open connections. */
  leavePort?(): void
  /** Accepts no new work and notifies clients. Closes their unfinished connections after `withinMs`. */
  drain?(withinMs: number): Promise<void>
  port?: number
  /** Opens the mailbox and the test wallet to a browser on another machine. */
  sandboxLink?: string | null
  quotes?: NewestQuotes
}
