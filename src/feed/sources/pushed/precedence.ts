import type { MarketEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { heldBackMsMax } from '../source.ts'

/** A source without a sign of life for this long is replaced. */
export const silentMs = 5_000
/** A source that was silent is used again after this long without silence. */
export const stableMs = minuteMs
/** What standby sources sent is held a little longer than the used one may hold trades back and then be silent. */
const heldMs = heldBackMsMax + silentMs + 3_000
const heldMax = 20_000

type Kind = MarketEvent['type']
type Standby = { at: number; event: MarketEvent }[]

type Life = { heardAt: number; stableFrom: number }

type Line = {
  used: string
  /** The time of the newest published event of each kind, ms. */
  newest: Map<Kind, number>
  /** After a switch, events at or before these times are left out. */
  cut: Map<Kind, number>
  standby: Map<string, Standby>
}

/** What is to be published of an instrument, and the change of its source before that. */
export type Chosen = { events: MarketEvent[]; change: { key: string; name: string; before: string; at: number } | null }

/**
 * Chooses the source of each instrument: the first live one of its order. What the others send is held for a few seconds, so that
 * nothing is missing after a switch; what was published already is left out by its time. Times of arrival are those of the tape.
 */
export class Precedence {
  readonly #orderOf: (key: string) => readonly string[]
  readonly #lives = new Map<string, Life>()
  readonly #lines = new Map<string, Line>()

  constructor(orderOf: (key: string) => readonly string[]) {
    this.#orderOf = orderOf
  }

  /** The source gave a sign of life. */
  heard(source: string, at: number): void {
    const life = this.#lives.get(source)
    if (!life) this.#lives.set(source, { heardAt: at, stableFrom: at })
    else {
      if (at - life.heardAt > silentMs) life.stableFrom = at + stableMs
      life.heardAt = Math.max(life.heardAt, at)
    }
  }

  /** Continues after what another process published. */
  resume(key: string, used: string, newest: ReadonlyMap<Kind, number>): void {
    this.#lines.set(key, { used, newest: new Map(newest), cut: new Map(), standby: new Map() })
  }

  usedFor(key: string): string | null {
    return this.#lines.get(key)?.used ?? null
  }

  /** `events`: of one instrument, as the source sent them. */
  take(source: string, key: string, events: readonly MarketEvent[], at: number): Chosen {
    const line = this.#lines.get(key)
    if (!line) {
      const made: Line = { used: source, newest: new Map(), cut: new Map(), standby: new Map() }
      this.#lines.set(key, made)
      return { events: this.#pass(made, events), change: null }
    }
    if (line.used === source) return { events: this.#pass(line, events), change: null }
    hold(line, source, events, at)
    return this.#isBetter(key, line.used, source, at) ? this.#change(key, line, source, at) : nothing
  }

  /** What follows from silence alone. */
  look(at: number): Chosen[] {
    const found: Chosen[] = []
    for (const [key, line] of this.#lines) {
      if (line.standby.size === 0 || this.#isLive(line.used, at)) continue
      const [next] = [...line.standby.keys()].filter((name) => this.#isLive(name, at)).sort(byOrder(this.#orderOf(key)))
      if (next !== undefined) found.push(this.#change(key, line, next, at))
    }
    return found
  }

  #change(key: string, line: Line, source: string, at: number): Chosen {
    const before = line.used
    line.used = source
    line.cut = new Map(line.newest)
    const fresh = unpublished(line, source, at)
    const lacking = this.#lacking(key, line, source, fresh, at)
    line.standby.delete(source)
    const events = [...this.#pass(line, lacking), ...this.#pass(line, fresh)]
    // The source may still send late what came from another.
    for (const { type, time } of lacking) line.cut.set(type, Math.max(time, line.cut.get(type) ?? time))
    return { events, change: { key, name: source, before, at } }
  }

  /**
   * What `source` began too late for: it holds nothing as old as what was published last, and another standby source holds what lies
   * between that and its first event, `fresh`.
   */
  #lacking(key: string, line: Line, source: string, fresh: readonly MarketEvent[], at: number): MarketEvent[] {
    const isCovered = new Set<Kind>()
    for (const { event } of line.standby.get(source) ?? []) if (isCut(line, event)) isCovered.add(event.type)
    const first = new Map<Kind, number>()
    for (const { type, time } of fresh) first.set(type, Math.min(time, first.get(type) ?? time))
    const others = [...line.standby.keys()].filter((name) => name !== source).sort(byOrder(this.#orderOf(key)))
    return others
      .map((name) =>
        unpublished(line, name, at).filter(
          ({ type, time }) => !isCovered.has(type) && time < (first.get(type) ?? Number.POSITIVE_INFINITY),
        ),
      )
      .reduce((best, events) => (begins(events) < begins(best) ? events : best), [])
  }

  /** Without a switch nothing is left out: a producer may send late what it lacked. */
  #pass(line: Line, events: readonly MarketEvent[]): MarketEvent[] {
    const passed: MarketEvent[] = []
    for (const event of events) {
      if (isCut(line, event)) continue
      passed.push(event)
      if (event.time > (line.newest.get(event.type) ?? Number.NEGATIVE_INFINITY))
        line.newest.set(event.type, event.time)
    }
    return passed
  }

  #isBetter(key: string, used: string, source: string, at: number): boolean {
    if (!this.#isLive(used, at)) return true
    const isFirst = byOrder(this.#orderOf(key))(source, used) < 0
    return isFirst && at >= (this.#lives.get(source)?.stableFrom ?? at)
  }

  #isLive(source: string, at: number): boolean {
    const life = this.#lives.get(source)
    return life !== undefined && at - life.heardAt <= silentMs
  }
}

const nothing: Chosen = { events: [], change: null }

function isCut({ cut }: Line, { type, time }: MarketEvent): boolean {
  return time <= (cut.get(type) ?? Number.NEGATIVE_INFINITY)
}

/** What is held of a source and is newer than what was published. */
function unpublished(line: Line, source: string, at: number): MarketEvent[] {
  const held = (line.standby.get(source) ?? []).filter((one) => one.at >= at - heldMs)
  return held.map(({ event }) => event).filter((event) => !isCut(line, event))
}

function begins(events: readonly MarketEvent[]): number {
  return events.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY)
}

function hold(line: Line, source: string, events: readonly MarketEvent[], at: number): void {
  let held = line.standby.get(source)
  if (!held) {
    held = []
    line.standby.set(source, held)
  }
  for (const event of events) held.push({ at, event })
  const stale = held.findIndex((one) => one.at >= at - heldMs)
  const spare = Math.max(stale === -1 ? held.length : stale, held.length - heldMax)
  // Not one at a time: moving the rest of a long list for each would cost more than it frees.
  if (spare > held.length / 4) held.splice(0, spare)
}

/** Sources that the order does not name come after those that it names, by name. */
function byOrder(order: readonly string[]): (a: string, b: string) => number {
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return (a, b) => place(a) - place(b) || (a < b ? -1 : 1)
}
