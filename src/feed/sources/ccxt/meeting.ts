import type { Counter } from 'prom-client'
import { fill, fillAgain, type Link, tell } from './catch-up.ts'
import type { Line } from './line.ts'
import type { Patience } from './patience.ts'
import type { Standing } from './standing.ts'

type Parts = { link: Link; patience: Patience; standing: Standing; failures: Counter }

/** Brings lines to where missed trades and live ones meet. */
export class Meeting {
  readonly #link: Link
  readonly #patience: Patience
  readonly #standing: Standing
  readonly #failures: Counter

  constructor({ link, patience, standing, failures }: Parts) {
    this.#link = link
    this.#patience = patience
    this.#standing = standing
    this.#failures = failures
  }

  /** Brings each line from its last trade to now, then releases its live trades. */
  async meet(lines: readonly Line[], signal: AbortSignal): Promise<void> {
    const until = this.#deadline()
    for (const line of lines) {
      const wasHeard = line.isHeard
      await this.#ask(line, { until, signal }, () => fill(this.#link, line, this.#patience.tradesBackMs))
      if (line.isHeard && !wasHeard) await this.#askAgain(line, { until, signal })
      await this.#release(line)
    }
  }

  /** For a line that was live before the first message of its subscription. */
  async meetAgain(line: Line, signal: AbortSignal): Promise<void> {
    await this.#askAgain(line, { until: this.#deadline(), signal })
    await this.#release(line)
  }

  #deadline(): number {
    return this.#link.ctx.clock.now() + this.#patience.holdMs
  }

  /** Trades may have come after the last question and before the line was subscribed. */
  #askAgain(line: Line, asking: Asking): Promise<void> {
    return this.#ask(line, asking, () => fillAgain(this.#link, line))
  }

  async #ask(line: Line, asking: Asking, work: () => Promise<void>): Promise<void> {
    const { ctx } = this.#link
    const from = line.log.newest
    await this.#insist(asking, work).catch((error: unknown) => {
      if (asking.signal.aborted) throw error
      const to = ctx.clock.now()
      line.owed = { from: line.owed?.from ?? from ?? to, to }
      const { symbol } = line
      ctx.log.warn('missed trades could not be requested; bars will fill the gap', { symbol, error })
      return this.#standing.missed(line)
    })
  }

  async #insist({ until, signal }: Asking, work: () => Promise<void>): Promise<void> {
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
      await tell(this.#link, line, held)
    }
    line.held = null
  }
}

/** A question is repeated while it fails, until then. */
type Asking = { until: number; signal: AbortSignal }
