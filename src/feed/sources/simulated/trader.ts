import type { DepthEvent, MarketEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { activity } from './bars.ts'
import { Chance, seedOf } from './chance.ts'
import { simulateDepth } from './depth.ts'
import { Hours } from './hours.ts'
import { asVolume, onGrid, type Profile } from './profile.ts'

/** After this time, ms, a book is replaced even if the price is still within the book. */
const depthEveryMs = 4_000
/**
 * After a pause of the process that is longer than this time, ms, trading continues from now instead of catching up.
 */
const catchUpMs = 10_000

export class Trader {
  readonly profile: Profile
  readonly hours: Hours
  #price: number
  #nextAt: number
  #minute = -1
  #chance: Chance
  #book: DepthEvent | null = null

  constructor(profile: Profile, price: number, now: number) {
    this.profile = profile
    this.hours = new Hours(profile)
    this.#price = price
    this.#chance = new Chance(seedOf(profile.seed, 'live', now - (now % minuteMs)))
    this.#nextAt = now + this.#chance.wait(profile.tradesPerMinute / minuteMs)
  }

  get price(): number {
    return this.#price
  }

  /** Sets the price level at the end of the history. */
  moveTo(price: number): void {
    this.#price = price
  }

  depth(now: number): DepthEvent {
    this.#book = simulateDepth(this.profile, onGrid(this.profile, this.#price), now)
    return this.#book
  }

  /** Adds the trades that are due at `now`. A new book precedes a trade if the last book is old or lacks the price. */
  trade(now: number, events: MarketEvent[]): void {
    if (this.#nextAt < now - catchUpMs) this.#nextAt = now
    while (this.#nextAt <= now) {
      const at = Math.floor(this.#nextAt)
      const stretch = this.hours.at(at)
      if (!stretch) {
        this.#nextAt = now + 1_000
        break
      }
      this.#reseed(at)
      const busy = activity((at - stretch.open) / (stretch.close - stretch.open))
      const rate = this.profile.tradesPerMinute * busy
      this.#trade(at, events)
      this.#nextAt += this.#chance.wait(rate / minuteMs)
    }
  }

  /** Sets the seed again each minute, so that a restart within the minute repeats the same trades. */
  #reseed(at: number): void {
    const minute = Math.floor(at / minuteMs)
    if (minute === this.#minute) return
    this.#minute = minute
    this.#chance = new Chance(seedOf(this.profile.seed, 'live', minute * minuteMs))
  }

  #trade(time: number, events: MarketEvent[]): void {
    const { profile } = this
    const move = (profile.minuteVolatility / Math.sqrt(profile.tradesPerMinute)) * this.#chance.normal()
    this.#price *= Math.exp(move)
    const known = this.#book
    const isNew = known === null || time >= known.time + depthEveryMs || within(known, this.#price) !== this.#price
    const book = isNew ? this.depth(time) : known
    if (isNew) events.push(book)
    events.push(this.#tick(time, book))
  }

  #tick(time: number, book: DepthEvent): TickEvent {
    const { profile } = this
    const half = (profile.spreadSteps * profile.step) / 2
    const side = this.#chance.next() < 0.5 ? 1 : 2
    const price = onGrid(profile, this.#price + (side === 2 ? half : -half) * this.#chance.next())
    const volume = asVolume(profile, profile.tradeSize * this.#chance.wait(1))
    const source = 'simulated'
    return { type: 'tick', key: profile.key, time, price: within(book, price), volume, side, session: 0, source }
  }
}

/** Limits a price to the best bid and ask. */
function within({ bids, asks }: DepthEvent, price: number): number {
  return Math.min(Math.max(price, bids[0]?.price ?? price), asks[0]?.price ?? price)
}
