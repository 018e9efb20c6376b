import {
  closeGap,
  type FollowedState,
  nameGap,
  noteFollowed,
  noteHeard,
  type SourcePosition,
} from '#src/market/sources/followed.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Line } from './line.ts'

const everyMs = 1_000

/** Records an exchange's state. Never throws: a store that is down must not stop the exchange. */
export class StatusReporter {
  readonly #ctx: Platform
  readonly #exchange: string
  readonly #noted = new Map<string, number>()
  #notedAt = Number.NEGATIVE_INFINITY

  constructor(ctx: Platform, exchange: string) {
    this.#ctx = ctx
    this.#exchange = exchange
  }

  say(state: FollowedState, note = ''): Promise<void> {
    return this.#quietly(noteFollowed(this.#ctx, this.#exchange, state, note))
  }

  /** Records at most once a second when the exchange was last heard, and the state of its lines. */
  async heard(lines: Iterable<Line>, at: number): Promise<void> {
    const now = this.#ctx.clock.elapsed()
    if (now - this.#notedAt < everyMs) return
    this.#notedAt = now
    const positions: SourcePosition[] = []
    for (const { key, log } of lines) {
      if (log.newest === null || this.#noted.get(key) === log.newest) continue
      this.#noted.set(key, log.newest)
      positions.push({ key, place: String(log.newest) })
    }
    await this.#quietly(noteHeard(this.#ctx, this.#exchange, positions, at))
  }

  /** Records a gap in the trades that bars will fill. */
  async missed(line: Line): Promise<void> {
    if (!line.owed) return
    const { from, to } = line.owed
    const naming = nameGap(this.#ctx, this.#exchange, { key: line.key, from, to })
    await this.#quietly(naming.then((id) => void line.gaps.push(id)))
  }

  async filled(line: Line): Promise<void> {
    for (const id of line.gaps.splice(0)) await this.#quietly(closeGap(this.#ctx, id, 'bars'))
  }

  async #quietly(noting: Promise<unknown>): Promise<void> {
    await noting.catch((cause: unknown) =>
      this.#ctx.log.warn('the state of an exchange could not be noted', { exchange: this.#exchange, cause }),
    )
  }
}
