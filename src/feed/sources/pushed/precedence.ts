import type { MarketEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { heldBackMsMax } from '../source.ts'

/** A source without a sign of life for this time is replaced, ms. */
export const silentMs = 5_000
/** A source that was silent is used again after this time without silence, ms. */
export const stableMs = minuteMs
/**
 * The time for which events of standby sources are kept, ms. It covers the time for which the used source may hold back
 * trades and then be silent.
 */
const heldMs = heldBackMsMax + silentMs + 3_000
const heldMax = 20_000
const holesMax = 16

type Kind = MarketEvent['type']
type Standby = { at: number; event: MarketEvent }[]

/**
 * A time range (without its ends) at a switch, for which no events of this type were published. Source `by` has filled
 * the range up to `filledTo`.
 */
type Hole = { type: Kind; from: number; to: number; filledTo: number; by: string | null }

type Life = { heardAt: number; stableFrom: number }

type Line = {
  used: string
  /** The time of the newest published event of each kind, ms. */
  newest: Map<Kind, number>
  /** After a switch, events at or before these times are skipped, ms. */
  cut: Map<Kind, number>
  standby: Map<string, Standby>
  holes: Hole[]
}

/** Events of an instrument to publish, and the change of its source that precedes them. */
export type Chosen = { events: MarketEvent[]; change: { key: string; name: string; before: string; at: number } | null }

/**
 * Chooses the source of each instrument: the first live source in its order. After a silence, a source replaces another
 * live source only after a stable minute. Events of the other sources are kept for a few seconds, so that nothing is
 * missing after a switch. Events that were published already are skipped by their time. A book is a state: a switch
 * empties it, and the new source's newest book follows.
 */
export class Precedence {
  readonly #orderOf: (key: string) => readonly string[]
  readonly #lives = new Map<string, Life>()
  readonly #lines = new Map<string, Line>()

  constructor(orderOf: (key: string) => readonly string[]) {
    this.#orderOf = orderOf
  }

  heard(source: string, at: number): void {
    const life = this.#lives.get(source)
    if (!life) this.#lives.set(source, { heardAt: at, stableFrom: at })
    else {
      if (at - life.heardAt > silentMs) life.stableFrom = at + stableMs
      life.heardAt = Math.max(life.heardAt, at)
    }
  }

  resume(key: string, used: string, newest: ReadonlyMap<Kind, number>): void {
    this.#lines.set(key, { used, newest: new Map(newest), cut: new Map(), standby: new Map(), holes: [] })
  }

  usedFor(key: string): string | null {
    return this.#lines.get(key)?.used ?? null
  }

  /** `events`: the events of one instrument, in the source's order. `at`: the time of their append to the tape. */
  choose(source: string, key: string, events: readonly MarketEvent[], at: number): Chosen {
    const line = this.#lines.get(key)
    if (!line) {
      const made: Line = { used: source, newest: new Map(), cut: new Map(), standby: new Map(), holes: [] }
      this.#lines.set(key, made)
      return { events: this.#pass(made, source, events), change: null }
    }
    if (line.used === source) return { events: this.#pass(line, source, events), change: null }
    hold(line, source, events, at)
    const late = this.#pass(line, source, inHoles(line, events))
    if (!this.#isBetter(key, line.used, source, at)) return { events: late, change: null }
    const { events: held, change } = this.#change(key, line, source, at)
    return { events: [...late, ...held], change }
  }

  /** The switches that are due because used sources are silent. */
  checkSilence(at: number): Chosen[] {
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
    const emptied = line.newest.has('depth') ? [emptyBook(key, at)] : []
    line.newest.delete('depth')
    line.cut = new Map(line.newest)
    const held = line.standby.get(source) ?? []
    const fresh = withNewestBook(recent(held, at).filter((event) => !isCut(line, event)))
    openHoles(line, held, fresh)
    line.standby.delete(source)
    const passed = [...this.#fromOthers(key, line, at), ...this.#pass(line, source, fresh)]
    return { events: [...emptied, ...passed], change: { key, name: source, before, at } }
  }

  /** Fills holes that no source has filled, from the standby source whose kept events begin first. */
  #fromOthers(key: string, line: Line, at: number): MarketEvent[] {
    const names = [...line.standby.keys()].sort(byOrder(this.#orderOf(key)))
    const held = names.map((name) => {
      const events = inHoles(line, recent(line.standby.get(name) ?? [], at))
      return { name, events: events.filter((event) => holeOf(line, event)?.by === null) }
    })
    const [best] = held.filter(({ events }) => events.length > 0).sort((a, b) => begins(a.events) - begins(b.events))
    return best ? this.#pass(line, best.name, best.events) : []
  }

  /**
   * Selects the events to publish. Skips events only after a switch, since a producer may send missing events late. A
   * hole is filled once: another source continues only after `filledTo`.
   */
  #pass(line: Line, source: string, events: readonly MarketEvent[]): MarketEvent[] {
    const passed: MarketEvent[] = []
    for (const event of events) {
      const hole = holeOf(line, event)
      if (hole ? hole.by !== source && event.time <= hole.filledTo : isCut(line, event)) continue
      passed.push(event)
      if (event.time > (line.newest.get(event.type) ?? Number.NEGATIVE_INFINITY))
        line.newest.set(event.type, event.time)
    }
    for (const hole of line.holes) {
      for (const event of passed) {
        if (!isIn(hole, event)) continue
        hole.by = source
        hole.filledTo = Math.max(hole.filledTo, event.time)
      }
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

function isCut({ cut }: Line, { type, time }: MarketEvent): boolean {
  return time <= (cut.get(type) ?? Number.NEGATIVE_INFINITY)
}

export function emptyBook(key: string, time: number): MarketEvent {
  return { type: 'depth', key, time, asks: [], bids: [], source: 'push' }
}

function withNewestBook(events: readonly MarketEvent[]): MarketEvent[] {
  const newest = events.findLast(({ type }) => type === 'depth')
  return events.filter((event) => event.type !== 'depth' || event === newest)
}

function recent(held: Standby, at: number): MarketEvent[] {
  return held.filter((one) => one.at >= at - heldMs).map(({ event }) => event)
}

/** Opens a hole when the new source has no event as old as the last published event, since it may have begun late. */
function openHoles(line: Line, held: Standby, fresh: readonly MarketEvent[]): void {
  for (const [type, events] of Map.groupBy(fresh, (event) => event.type)) {
    const from = line.cut.get(type)
    if (from === undefined || held.some(({ event }) => event.type === type && event.time <= from)) continue
    line.holes.push({ type, from, to: begins(events), filledTo: from, by: null })
  }
  line.holes = line.holes.slice(-holesMax)
}

function isIn({ type, from, to }: Hole, event: MarketEvent): boolean {
  return event.type === type && event.time > from && event.time < to
}

function holeOf({ holes }: Line, event: MarketEvent): Hole | undefined {
  return holes.find((hole) => isIn(hole, event))
}

function inHoles(line: Line, events: readonly MarketEvent[]): MarketEvent[] {
  return line.holes.length === 0 ? [] : events.filter((event) => holeOf(line, event))
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
  // Several events are removed together, because a splice for each event would move the rest of a long list each time.
  if (spare > held.length / 4) held.splice(0, spare)
}

function byOrder(order: readonly string[]): (a: string, b: string) => number {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)
}
