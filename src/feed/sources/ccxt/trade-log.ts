import type { Trade } from 'ccxt'
import type { Tick } from '#src/market/ticks/ticks.ts'

const knownMax = 20_000

/** Recognises published trades: subscriptions repeat the last trades, and REST returns whole pages. */
export class TradeLog {
  /** Time of the newest published trade, ms; null before the first. */
  newest: number | null = null
  from = 0
  readonly #known = new Set<string>()
  readonly #stored = new Map<string, number>()

  /** Adds trades that an earlier process published. Stored trades have no ids, so their contents identify them. */
  remember(ticks: readonly Pick<Tick, 'time' | 'price' | 'volume'>[]): void {
    for (const { time, price, volume } of ticks) {
      const mark = `${time} ${price} ${volume}`
      this.#stored.set(mark, (this.#stored.get(mark) ?? 0) + 1)
      this.newest = Math.max(this.newest ?? 0, time)
    }
  }

  /** The new trades, oldest first; `markPublished` confirms them, `forget` reverts them. */
  fresh(trades: readonly Trade[]): Trade[] {
    const found = trades.filter((trade) => this.#isNew(trade))
    return found.sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0))
  }

  markPublished(trades: readonly Trade[]): void {
    for (const { timestamp } of trades) if (timestamp) this.newest = Math.max(this.newest ?? 0, timestamp)
    for (const name of this.#known) {
      if (this.#known.size <= knownMax) break
      this.#known.delete(name)
    }
  }

  forget(trades: readonly Trade[]): void {
    for (const trade of trades) this.#known.delete(nameOf(trade))
  }

  #isNew(trade: Trade): boolean {
    const { timestamp, price, amount } = trade
    if (timestamp !== undefined && timestamp < this.from) return false
    const name = nameOf(trade)
    if (this.#known.has(name)) return false
    this.#known.add(name)
    const mark = `${timestamp} ${price} ${amount}`
    const stored = this.#stored.get(mark) ?? 0
    if (stored > 0) this.#stored.set(mark, stored - 1)
    return stored === 0
  }
}

function nameOf({ id, timestamp, price, amount, side }: Trade): string {
  return id ?? `${timestamp} ${price} ${amount} ${side}`
}
