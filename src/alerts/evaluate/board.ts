import type { MarketEntry } from '#src/market/tape.ts'
import type { LiveAlert } from '../alert.ts'
import type { Heard } from './crossings.ts'
import { InstrumentWatch } from './instrument-watch.ts'

export type Fired = { alert: LiveAlert; offset: string; at: number; value: number; price: number }

/** All live alerts of a tape channel, and their changes since the last `drainChanges`. */
export class AlertBoard implements Heard {
  /** Keys of instruments whose alerts need earlier bars that are not read yet. */
  readonly needsHistory = new Set<string>()
  readonly #watches = new Map<string, InstrumentWatch>()
  readonly #alerts = new Map<string, LiveAlert>()
  #touched = new Set<LiveAlert>()
  #fired: Fired[] = []
  #entry: Pick<MarketEntry, 'at' | 'offset'> = { at: 0, offset: '' }
  #price = 0

  /** `isLive` false: the entry was evaluated before and now only restores the state. */
  evaluate(entry: MarketEntry, isLive: boolean): void {
    const { event, at } = entry
    if (event.type !== 'tick' && (event.type !== 'bar' || !event.final)) return
    const watch = this.#watches.get(event.key)
    if (!watch) {
      if (event.type === 'tick') this.watch(event.key).tick(event, at, null)
      return
    }
    this.#entry = entry
    if (event.type === 'bar') {
      this.#price = event.close
      watch.minute(event, at, isLive ? this : null)
    } else {
      this.#price = event.price
      watch.tick(event, at, isLive ? this : null)
    }
  }

  /** Adds an alert or replaces its earlier version. Removes an alert that is gone. */
  put(alert: LiveAlert, isLive: boolean): void {
    const before = this.#alerts.get(alert.id)
    if (before?.version === alert.version && !alert.isGone) return
    this.remove(alert.id)
    if (alert.isGone) return
    this.#alerts.set(alert.id, alert)
    const watch = this.watch(alert.key)
    watch.add(alert)
    if (alert.condition.kind !== 'price') this.needsHistory.add(alert.key)
    if (isLive) this.#again(watch)
  }

  /** Call it before the first new entry. From then on alerts may fire. */
  goLive(): void {
    for (const watch of this.#watches.values()) this.#again(watch)
  }

  #again(watch: InstrumentWatch): void {
    this.#price = watch.lastPrice
    watch.tickAgain(this)
  }

  remove(id: string): void {
    const before = this.#alerts.get(id)
    if (before) before.isGone = true
    this.#alerts.delete(id)
  }

  get hasAlerts(): boolean {
    return this.#alerts.size > 0
  }

  get ids(): IterableIterator<string> {
    return this.#alerts.keys()
  }

  watch(key: string): InstrumentWatch {
    const known = this.#watches.get(key)
    if (known) return known
    const made = new InstrumentWatch()
    this.#watches.set(key, made)
    return made
  }

  /** The time when the tape received the last evaluated entry, ms. */
  get at(): number {
    return this.#entry.at
  }

  fire(alert: LiveAlert, value: number): void {
    this.#touched.add(alert)
    this.#fired.push({ alert, value, offset: this.#entry.offset, at: this.#entry.at, price: this.#price })
    if (alert.isGone) this.#alerts.delete(alert.id)
  }

  arm(alert: LiveAlert): void {
    this.#touched.add(alert)
  }

  get hasFired(): boolean {
    return this.#fired.length > 0
  }

  /** Returns the changes since the last call: firings, and copies of changed alerts. */
  drainChanges(): { fired: Fired[]; touched: LiveAlert[] } {
    const changes = { fired: this.#fired, touched: [...this.#touched].map((alert) => ({ ...alert })) }
    this.#fired = []
    this.#touched = new Set()
    return changes
  }
}
