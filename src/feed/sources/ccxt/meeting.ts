import type { Counter } from 'prom-client'
import { fill, fillAgain, type Link, publishTrades } from './catch-up.ts'
import type { Line } from './line.ts'
import type { Patience } from './patience.ts'
import type { StatusReporter } from './status-reporter.ts'

type Dependencies = { link: Link; patience: Patience; reporter: StatusReporter; failures: Counter }

/** Fetches the missed trades of lines until they reach the live trades. */
export class Meeting {
  readonly #link: Link
  readonly #patience: Patience
  readonly #reporter: StatusReporter
  readonly #failures: Counter

  constructor({ link, patience, reporter, failures }: Dependencies) {
    this.#link = link
    this.#patience = patience
    this.#reporter = reporter
    this.#failures = failures
  }

  /** Fills each line from its last trade to now, then releases its live trades. */
  async meet(lines: readonly Line[], signal: AbortSignal): Promise<void> {
    const until = this.#deadline()
    for (const line of lines) {
      const wasHeard = line.isHeard
      await this.#request(line, { until, signal }, () => fill(this.#link, line, this.#patience.tradesBackMs))
      if (line.isHeard && !wasHeard) await this.#requestAgain(line, { until, signal })
      await this.#release(line)
    }
  }

  /**
   * Requests the missed trades of a line that went live before the first message of its subscription, then releases
   * its live trades.
   */
  async meetAgain(line: Line, signal: AbortSignal): Promise<void> {
    await this.#requestAgain(line, { until: this.#deadline(), signal })
    await this.#release(line)
  }

  #deadline(): number {
    return this.#link.ctx.clock.now() + this.#patience.holdMs
  }

  /** Trades may have come between the last request and the subscription. */
  #requestAgain(line: Line, retry: RetryLimit): Promise<void> {
    return this.#request(line, retry, () => fillAgain(this.#link, line))
  }

  async #request(line: Line, retry: RetryLimit, work: () => Promise<void>): Promise<void> {
    const { ctx } = this.#link
    const from = line.log.newest
    await this.#insist(retry, work).catch((error: unknown) => {
      if (retry.signal.aborted) throw error
      const to = ctx.clock.now()
      line.owed = { from: line.owed?.from ?? from ?? to, to }
      const { symbol } = line
      ctx.log.warn('missed trades could not be requested; bars will fill the gap', { symbol, error })
      return this.#reporter.missed(line)
    })
  }

  async #insist({ until, signal }: RetryLimit, work: () => Promise<void>): Promise<void> {
    const { ctx, venue } = this.#link
    for (let wait = this.#patience.retryMs; ; wait *= 2) {
      try {
        await work()
        return
      } catch (error) {
        if (signal.aborted || ctx.clock.now() + wait > until) throw error
        this.#failures.inc({ exchange: venue.id })
        await ctx.clock.sleep(wait, signal)
      }
    }
  }

  async #release(line: Line): Promise<void> {
    for (let held = line.held; held && held.length > 0; held = line.held) {
      line.held = []
      await publishTrades(this.#link, line, held)
    }
    line.held = null
  }
}

type RetryLimit = { until: number; signal: AbortSignal }
