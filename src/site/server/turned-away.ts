import type { Counter } from 'prom-client'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'

const reportEveryMs = 10_000

/** Counts refused requests instead of logging each request. The number is logged at most every ten seconds. */
export class TurnedAway implements AsyncDisposable {
  readonly #ctx: Pick<Platform, 'log'>
  readonly #turnedAway: Counter
  readonly #reporting: AsyncDisposable
  readonly #since = new Map<string, number>()

  constructor(ctx: Pick<Platform, 'clock' | 'log' | 'metrics'>) {
    this.#ctx = ctx
    this.#turnedAway = ctx.metrics.counter(
      'tapewire_http_turned_away_total',
      'Requests refused unread because the server was busy.',
      ['route'],
    )
    const reports = { everyMs: reportEveryMs, waitFirst: true, failed: 'refused requests could not be reported' }
    this.#reporting = every(ctx, reports, async () => this.report())
  }

  /** `route`: a route name of the contract, never a path from a client. */
  count(route: string): void {
    this.#since.set(route, (this.#since.get(route) ?? 0) + 1)
    this.#turnedAway.inc({ route })
  }

  report(): void {
    for (const [route, requests] of this.#since)
      this.#ctx.log.warn('requests were turned away: the server was busy', { route, requests })
    this.#since.clear()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reporting[Symbol.asyncDispose]()
    this.report()
  }
}
