import { type InstrumentId, intervals, type MarketEvent } from '#src/contract/market.ts'
import type { GapFrame } from '#src/contract/stream.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import type { KeyQuota } from '../access/key-quota.ts'
import type { Place } from '../delivery/fan-out.ts'
import type { Gap, Outbox } from '../delivery/outbox.ts'
import type { LaneType } from '../protocol/lane-type.ts'
import type { TapeView } from '../view/tape-view.ts'
import type { SharedList } from './shared-list.ts'
import { endLane, isWide, startLane, type Wanted } from './wanted.ts'
import type { WrittenSymbol } from './written-symbols.ts'

/** The maximum number of rows of a REST response. */
const rowsMax = 5_000

/**
 * The maximum number of events of a lane that a resume replays. Older events become a gap with the REST path that fills
 * it.
 */
export const replayMax = 2_000

/**
 * `until`: the last number of the lane that a resume may replay; later events were already delivered. Null: unknown
 * lane.
 */
type Held = Place & { type: LaneType; until: number | null }

/** A process holds hundreds of thousands of these, so all data that sockets share is in `WrittenSymbol`. */
type Subscription = Wanted & { types: Held[] }

/**
 * A lane and the client's position on it. `lastTime`: the time of the event with this number, ms, or an earlier time.
 */
export type LaneStart = { one: Wanted; name: string; type: SubscriptionType; seq: number; lastTime: number }

/** A socket's membership in a shared list, without other subscriptions. `untils`: by instrument, then by type. */
type Joined = { shared: SharedList; place: Place; untils: (number | null)[] }

/**
 * The subscriptions of one socket. A socket whose only subscriptions are a shared list is a member of that list. Any
 * change ends the membership: the socket then has subscriptions of its own.
 */
export class Subscriptions {
  readonly #outbox: Outbox
  readonly #quota: KeyQuota
  readonly #byKey = new Map<string, Subscription>()
  #joined: Joined | null = null
  #version = 0

  constructor(outbox: Outbox, quota: KeyQuota) {
    this.#outbox = outbox
    this.#quota = quota
  }

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#wanted.size
  }

  get #wanted(): ReadonlyMap<string, Wanted> {
    return this.#joined?.shared.byKey ?? this.#byKey
  }

  /**
   * The current source of each instrument that has changed its source, by the client's symbol; undefined if none has.
   */
  sources(usedFor: (key: string) => string | undefined): Record<string, string> | undefined {
    const found = [...this.#wanted].flatMap(([key, { symbol }]) => {
      const used = usedFor(key)
      return used === undefined ? [] : [[symbol.text, used] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }

  get keys(): string[] {
    return [...this.#wanted.keys()]
  }

  get(key: string): WrittenSymbol | undefined {
    return this.#wanted.get(key)?.symbol
  }

  list(max = Number.POSITIVE_INFINITY): { s: string; r: string; types: LaneType[] }[] {
    return [...this.#wanted].slice(0, max).map(([key, { symbol }]) => ({
      s: symbol.text,
      r: symbol.id.region,
      types: this.#joined
        ? [...this.#joined.shared.types]
        : (this.#byKey.get(key)?.types.map(({ type }) => type) ?? []),
    }))
  }

  /** Subscribes to a shared list. Returns false without doing so if there are other subscriptions. */
  join(shared: SharedList, withState: boolean): boolean {
    if (this.size > 0) return false
    const joined: Joined = { shared, place: { outbox: this.#outbox, at: 0 }, untils: [] }
    this.#joined = joined
    this.#version += 1
    this.#quota.holdAll(shared.keys)
    shared.join(joined.place)
    for (const one of shared.wanted)
      for (const type of shared.types) joined.untils.push(this.#begin(one, type, withState))
    return true
  }

  /** Makes the subscriptions of the shared list the socket's own. */
  #separate(): void {
    const joined = this.#joined
    if (!joined) return
    const { shared, untils } = joined
    this.#joined = null
    for (const [n, one] of shared.wanted.entries())
      for (const [t, type] of shared.types.entries())
        this.#enter(this.#ensure(one), type).until = untils[n * shared.types.length + t] ?? null
    this.#leave(joined)
  }

  #leave({ shared, place }: Joined): void {
    shared.leave(place)
    this.#quota.releaseAll(shared.keys)
  }

  /** Adds new types; `withState` sends the latest state of each. */
  add(wanted: Wanted, types: readonly LaneType[], withState: boolean): void {
    if (types.length === 0) return
    this.#separate()
    const subscription = this.#ensure(wanted)
    for (const type of types) {
      if (heldOf(subscription, type)) continue
      this.#enter(subscription, type).until = this.#begin(subscription, type, withState)
    }
  }

  #enter(subscription: Subscription, type: LaneType): Held {
    const { lane, name, spelling } = subscription.symbol.of(type)
    const held: Held = { type, until: null, outbox: this.#outbox, at: 0 }
    subscription.view.fanOut.add(lane, name, spelling, held)
    startLane(subscription, type)
    // A new array instead of `push`, because V8 gives a growing array capacity for 17 elements.
    subscription.types = [...subscription.types, held]
    return held
  }

  /** Returns the number of the last event that a resume may replay. */
  #begin(one: Wanted, type: LaneType, withState: boolean): number | null {
    const sent = withState ? this.#sendState(one, type) : null
    return sent === null ? one.view.newestOf(one.symbol.of(type).base) : sent - 1
  }

  remove(key: string, types: readonly LaneType[] | null): boolean {
    if (!this.#wanted.has(key)) return false
    this.#separate()
    const subscription = this.#byKey.get(key)
    if (!subscription) return false
    const { view, symbol } = subscription
    const ended = subscription.types.filter(({ type }) => types === null || types.includes(type))
    subscription.types = subscription.types.filter((held) => !ended.includes(held))
    for (const held of ended) {
      const { lane, name } = symbol.of(held.type)
      view.fanOut.remove(lane, name, held)
      endLane(subscription, held.type)
    }
    if (subscription.types.length === 0) {
      this.#byKey.delete(key)
      this.#version += 1
      this.#quota.release(key)
    }
    return true
  }

  clear(): void {
    if (this.#joined) {
      const joined = this.#joined
      this.#joined = null
      this.#version += 1
      this.#leave(joined)
    }
    for (const key of this.keys) this.remove(key, null)
  }

  /** Moves an instrument to another view, after a plan change made it live or delayed. */
  move(key: string, view: TapeView, withState: boolean): void {
    if (this.#wanted.get(key)?.view === view) return
    this.#separate()
    const subscription = this.#byKey.get(key)
    if (!subscription) return
    const types = subscription.types.map(({ type }) => type)
    const { symbol } = subscription
    this.#quota.hold(key)
    this.remove(key, null)
    this.add({ symbol, view }, types, withState)
    this.#quota.release(key)
  }

  /**
   * Subscribes a lane from a position: replays the events between the position and the subscription, and announces lost
   * events as gaps. Later events come live. Returns the number of replayed events.
   */
  resume({ one, type, seq, lastTime }: LaneStart, onGap: (gap: GapFrame) => void): number {
    this.add(one, [type], false)
    const subscription = this.#byKey.get(one.symbol.key)
    const held = subscription && heldOf(subscription, type)
    if (!held) return 0
    const { symbol, view } = subscription
    const { lane, base, name } = symbol.of(type)
    const announceGap = (from: number, to: number, since: number): void => {
      if (from <= to) onGap(gapFrame(name, symbol.id, type, { lane, from, to, since }))
    }
    const until = held.until ?? seq + 1
    if (isWide(type)) {
      // Only the newest state of a longer bar is sent, because it is complete. REST has the bars that ended meanwhile.
      const state = view.wideBars.state(symbol.key, type)
      const isNew = state !== null && state.seq > seq && state.seq <= until
      announceGap(seq + 1, isNew ? state.seq - 1 : until, lastTime)
      if (isNew) this.#send(subscription, type, { seq: state.seq, at: 0 }, state)
      return isNew ? 1 : 0
    }
    const replayed = view.recentEvents.since(base, seq, until).slice(-replayMax)
    let last = { seq, time: lastTime }
    for (const { seq: number, event } of replayed) {
      announceGap(last.seq + 1, number - 1, last.time)
      last = { seq: number, time: event.time }
      this.#send(subscription, type, { seq: number, at: Math.floor(number / 1000) }, event)
    }
    announceGap(last.seq + 1, until, last.time)
    return replayed.length
  }

  #ensure({ symbol, view }: Wanted): Subscription {
    const { key } = symbol
    const known = this.#byKey.get(key)
    if (known) return known
    const made: Subscription = { symbol, view, types: [] }
    this.#byKey.set(key, made)
    this.#version += 1
    this.#quota.hold(key)
    return made
  }

  /** Returns the number of the sent state; null if there is no state. */
  #sendState(subscription: Wanted, type: LaneType): number | null {
    const {
      view,
      symbol: { key },
    } = subscription
    const state = isWide(type) ? view.wideBars.state(key, type) : view.board.latest(key, type)
    if (state) this.#send(subscription, type, { seq: state.seq, at: 0 }, state)
    return state?.seq ?? null
  }

  #send(subscription: Wanted, type: LaneType, stamp: Pick<TapeEntry, 'seq' | 'at'>, event: MarketEvent): void {
    const { view, symbol } = subscription
    const { lane, name, spelling } = symbol.of(type)
    view.fanOut.deliver(this.#outbox, lane, { name, spelling }, stamp, event)
  }
}

export function gapFrame(name: string, id: InstrumentId, type: LaneType, dropped: Gap): GapFrame {
  return { type: 'gap', s: name, from: dropped.from, to: dropped.to, rest: restPath(id, type, dropped.since) }
}

/** A gap of an instrument that was unsubscribed meanwhile, so the gap has no REST path. */
export function gapWithoutPath(name: string, { from, to }: Gap): GapFrame {
  return { type: 'gap', s: name, from, to, rest: '' }
}

/** The REST path that fills a gap. `since`: a time in ms at or before the first missing event. */
function restPath(id: InstrumentId, type: LaneType, since: number): string {
  const symbol = `region=${encodeURIComponent(id.region)}&code=${encodeURIComponent(id.code)}`
  const range = `from=${since}&limit=${rowsMax}`
  if (type === 'book') return restPath(id, 'depth', since)
  if (type === 'quote' || type === 'depth') return `/${id.class}/${type}?${symbol}`
  if (type === 'tick') return `/${id.class}/trades?${symbol}&${range}`
  const interval = intervalOf(type) ?? '1m'
  const number = (intervals as readonly string[]).indexOf(interval) + 1
  return `/${id.class}/kline?${symbol}&${number > 0 ? `kType=${number}` : `interval=${interval}`}&${range}`
}

function heldOf({ types }: Subscription, type: LaneType): Held | undefined {
  return types.find((held) => held.type === type)
}
