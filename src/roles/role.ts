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
  /** The quotes of a role that started earlier in this process; null when no role has quotes. */
  quotes: NewestQuotes | null
  /** Holds the site's port until the site listens there; null: nothing holds it. */
  starting: AsyncDisposable | null
}

/** A running role. Disposing drains it, finishes its work, and closes it. */
export type RunningRole = AsyncDisposable & {
  /** Accepts no new connections, which go to other processes, and serves the open ones. */
  leavePort?(): void
  /** Accepts no new work and notifies clients. After `withinMs` their unfinished connections are closed. */
  drain?(withinMs: number): Promise<void>
  port?: number
  /** Opens the mailbox and the test wallet for a browser of another machine. */
  sandboxLink?: string | null
  quotes?: NewestQuotes
}
