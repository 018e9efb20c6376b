import { type InstrumentId, intervals, type MarketEvent } from '#src/contract/market.ts'
import type { GapFrame } from '#src/contract/stream.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import type { KeyQuota } from '../access/key-quota.ts'
import type { Gap, Outbox } from '../delivery/outbox.ts'
import type { TapeView } from '../view/tape-view.ts'
import type { WrittenSymbol } from './written-symbols.ts'

/**
 * The maximum number of events of a lane that a resume replays. Older ones become a gap with the REST path that fills
 * it.
 */
export const replayMax = 2_000

/** `since`: the lane's sequence number at the subscription; later events were delivered live. */
type Held = { type: SubscriptionType; since: number | null }

/** A process holds hundreds of thousands of these, so everything that sockets share is in `WrittenSymbol`. */
type Subscription = { symbol: WrittenSymbol; view: TapeView; types: Held[] }

export type Wanted = Pick<Subscription, 'symbol' | 'view'>

export type Resumed = { kind: 'replayed'; count: number } | { kind: 'invalid' }

export class Subscriptions {
  readonly #outbox: Outbox
  readonly #quota: KeyQuota
  readonly #byKey = new Map<string, Subscription>()
  #version = 0

  constructor(outbox: Outbox, quota: KeyQuota) {
    this.#outbox = outbox
    this.#quota = quota
  }

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#byKey.size
  }

  /** The current source of each instrument that changed its source, by the client's symbol; undefined when none did. */
  sources(usedFor: (key: string) => string | undefined): Record<string, string> | undefined {
    const found = [...this.#byKey].flatMap(([key, { symbol }]) => {
      const used = usedFor(key)
      return used === undefined ? [] : [[symbol.text, used] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }

  get keys(): string[] {
    return [...this.#byKey.keys()]
  }

  get(key: string): WrittenSymbol | undefined {
    return this.#byKey.get(key)?.symbol
  }

  list(max = Number.POSITIVE_INFINITY): { s: string; r: string; types: SubscriptionType[] }[] {
    return [...this.#byKey.values()].slice(0, max).map(({ symbol, types }) => ({
      s: symbol.text,
      r: symbol.id.region,
      types: types.map(({ type }) => type),
    }))
  }

  /** Adds new types; `withState` sends the latest state of each. */
  add(wanted: Wanted, types: readonly SubscriptionType[], withState: boolean): void {
    const subscription = this.#ensure(wanted)
    for (const type of types) {
      if (heldOf(subscription, type)) continue
      const { view, symbol } = subscription
      const { lane, base, name } = symbol.of(type)
      // A new array instead of `push`, because V8 gives a growing array capacity for 17 elements.
      subscription.types = [...subscription.types, { type, since: view.recentEvents.newest(base) }]
      view.fanOut.add(lane, name, symbol.spelling, this.#outbox)
      if (isWide(type)) view.wideBars.subscribe(symbol.key, type)
      if (withState) this.#sendState(subscription, type)
    }
  }

  remove(key: string, types: readonly SubscriptionType[] | null): boolean {
    const subscription = this.#byKey.get(key)
    if (!subscription) return false
    const { view, symbol } = subscription
    const ended = subscription.types.filter(({ type }) => types === null || types.includes(type))
    subscription.types = subscription.types.filter((held) => !ended.includes(held))
    for (const { type } of ended) {
      view.fanOut.remove(symbol.of(type).lane, this.#outbox)
      if (isWide(type)) view.wideBars.release(key, type)
    }
    if (subscription.types.length === 0) {
      this.#byKey.delete(key)
      this.#version += 1
      this.#quota.release(key)
    }
    return true
  }

  clear(): void {
    for (const key of this.keys) this.remove(key, null)
  }

  /** Moves an instrument to another view, after a plan change made it live or delayed. */
  move(key: string, view: TapeView): void {
    const subscription = this.#byKey.get(key)
    if (!subscription || subscription.view === view) return
    const types = subscription.types.map(({ type }) => type)
    const { symbol } = subscription
    this.#quota.hold(key)
    this.remove(key, null)
    this.add({ symbol, view }, types, true)
    this.#quota.release(key)
  }

  /** Replays the events of a lane after `seq` and before the subscription. `onGap` is called before later events. */
  resume(key: string, type: SubscriptionType, seq: number, onGap: (gap: GapFrame) => void): Resumed {
    const subscription = this.#byKey.get(key)
    const held = subscription && heldOf(subscription, type)
    if (!held) return { kind: 'invalid' }
    const { symbol, view } = subscription
    const { lane, base, name } = symbol.of(type)
    const newest = view.recentEvents.newest(base)
    if (newest === null || seq > newest) return { kind: 'invalid' }
    const announceGap = (from: number, to: number): void => {
      const since = Math.floor((from - 1) / 1000)
      onGap(gapFrame(name, symbol.id, type, { lane, from, to, since }))
    }
    if (isWide(type)) {
      // Only the newest state of a wider bar is sent, because it is complete. The REST history fills the bars that
      // ended meanwhile.
      if (seq < newest) announceGap(seq + 1, newest)
      this.#sendState(subscription, type)
      return { kind: 'replayed', count: 1 }
    }
    const missed = view.recentEvents.since(lane, seq, held.since ?? newest)
    if (missed.kind === 'invalid') return missed
    const replayed = missed.entries.slice(-replayMax)
    let last = seq
    for (const entry of replayed) {
      if (entry.seq > last + 1) announceGap(last + 1, entry.seq - 1)
      last = entry.seq
      this.#send(subscription, type, { seq: entry.seq, at: Math.floor(entry.seq / 1000) }, entry.event)
    }
    return { kind: 'replayed', count: replayed.length }
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

  #sendState(subscription: Subscription, type: SubscriptionType): void {
    const {
      view,
      symbol: { key },
    } = subscription
    const state = isWide(type) ? view.wideBars.state(key, type) : view.board.latest(key, type)
    if (state) this.#send(subscription, type, { seq: state.seq, at: 0 }, state)
  }

  #send(
    subscription: Subscription,
    type: SubscriptionType,
    stamp: Pick<TapeEntry, 'seq' | 'at'>,
    event: MarketEvent,
  ): void {
    const { view, symbol } = subscription
    const { lane, name } = symbol.of(type)
    view.fanOut.deliver(this.#outbox, lane, { name, spelling: symbol.spelling }, stamp, event)
  }
}

export function gapFrame(name: string, id: InstrumentId, type: SubscriptionType, dropped: Gap): GapFrame {
  return { type: 'gap', s: name, from: dropped.from, to: dropped.to, rest: restPath(id, type, dropped.since) }
}

/** A gap of an instrument that was unsubscribed meanwhile, so it has no REST path. */
export function gapWithoutPath(name: string, { from, to }: Gap): GapFrame {
  return { type: 'gap', s: name, from, to, rest: '' }
}

/**
 * The REST path that fills a gap. `since`: a time in ms at or before the first missing event. It comes from a sequence
 * number, and sequence numbers never exceed the clock in µs.
 */
function restPath(id: InstrumentId, type: SubscriptionType, since: number): string {
  const symbol = `region=${encodeURIComponent(id.region)}&code=${encodeURIComponent(id.code)}`
  if (type === 'quote' || type === 'depth') return `/${id.class}/${type}?${symbol}`
  if (type === 'tick') return `/${id.class}/trades?${symbol}&from=${since}`
  const interval = intervalOf(type) ?? '1m'
  const number = (intervals as readonly string[]).indexOf(interval) + 1
  return `/${id.class}/kline?${symbol}&${number > 0 ? `kType=${number}` : `interval=${interval}`}&from=${since}`
}

/** Whether the gateway builds the bar from minutes. */
function isWide(type: SubscriptionType): boolean {
  return type.startsWith('kline@') && type !== 'kline@1'
}

function heldOf({ types }: Subscription, type: SubscriptionType): Held | undefined {
  return types.find((held) => held.type === type)
}
