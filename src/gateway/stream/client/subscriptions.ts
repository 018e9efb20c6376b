import { type InstrumentId, instrumentKey, intervals, type MarketEvent } from '#src/contract/market.ts'
import type { GapFrame } from '#src/contract/stream.ts'
import { intervalOf, type SubscriptionType } from '#src/contract/stream-names.ts'
import type { TapeEntry } from '#src/platform/platform.ts'
import type { KeyQuota } from '../access/key-quota.ts'
import { type Spelling, spell } from '../delivery/frame.ts'
import type { Gap, Outbox } from '../delivery/outbox.ts'
import type { TapeView } from '../view/tape-view.ts'

/** Events of a lane replayed by a resume, at most; older ones become a gap with the path that fills it. */
export const replayMax = 2_000

type Subscription = {
  key: string
  id: InstrumentId
  /** As the client wrote it; lists, gaps and results repeat it. */
  symbol: string
  spelling: Spelling
  view: TapeView
  /** Type → sequence number of its lane at subscription: later events were delivered live. */
  types: Map<SubscriptionType, number | null>
}

export type Wanted = { symbol: string; id: InstrumentId; view: TapeView }

export type Resumed = { kind: 'replayed'; count: number } | { kind: 'invalid' }

export class Subscriptions {
  readonly #outbox: Outbox
  readonly #quota: KeyQuota
  readonly #namesClass: boolean
  readonly #byKey = new Map<string, Subscription>()
  #version = 0

  constructor(outbox: Outbox, quota: KeyQuota, namesClass: boolean) {
    this.#outbox = outbox
    this.#quota = quota
    this.#namesClass = namesClass
  }

  get version(): number {
    return this.#version
  }

  get size(): number {
    return this.#byKey.size
  }

  /** The sources of the instruments that changed theirs, by the client's symbols; undefined for none. */
  sources(usedFor: (key: string) => string | undefined): Record<string, string> | undefined {
    const found = [...this.#byKey].flatMap(([key, { symbol }]) => {
      const used = usedFor(key)
      return used === undefined ? [] : [[symbol, used] as const]
    })
    return found.length === 0 ? undefined : Object.fromEntries(found)
  }

  get keys(): string[] {
    return [...this.#byKey.keys()]
  }

  get(key: string): Readonly<Pick<Subscription, 'symbol' | 'id'>> | undefined {
    return this.#byKey.get(key)
  }

  list(max = Number.POSITIVE_INFINITY): { s: string; r: string; types: SubscriptionType[] }[] {
    return [...this.#byKey.values()].slice(0, max).map(({ symbol, id, types }) => ({
      s: symbol,
      r: id.region,
      types: [...types.keys()],
    }))
  }

  /** Adds new types; `withState` sends the latest state of each. */
  add(wanted: Wanted, types: readonly SubscriptionType[], withState: boolean): void {
    const subscription = this.#ensure(wanted)
    for (const type of types) {
      if (subscription.types.has(type)) continue
      const { view, key, spelling } = subscription
      subscription.types.set(type, view.recentEvents.newest(baseLane(key, type)))
      view.fanOut.add(`${key}:${type}`, nameOf(subscription, type), spelling, this.#outbox)
      if (isWide(type)) view.wideBars.subscribe(key, type)
      if (withState) this.#sendState(subscription, type)
    }
  }

  remove(key: string, types: readonly SubscriptionType[] | null): boolean {
    const subscription = this.#byKey.get(key)
    if (!subscription) return false
    for (const type of types ?? [...subscription.types.keys()]) {
      if (!subscription.types.delete(type)) continue
      subscription.view.fanOut.remove(`${key}:${type}`, this.#outbox)
      if (isWide(type)) subscription.view.wideBars.release(key, type)
    }
    if (subscription.types.size === 0) {
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
    const types = [...subscription.types.keys()]
    const { symbol, id } = subscription
    this.#quota.hold(key)
    this.remove(key, null)
    this.add({ symbol, id, view }, types, true)
    this.#quota.release(key)
  }

  /** Replays the events of a lane after `seq` and before the subscription. `onGap` is called before later events. */
  resume(key: string, type: SubscriptionType, seq: number, onGap: (gap: GapFrame) => void): Resumed {
    const subscription = this.#byKey.get(key)
    const until = subscription?.types.get(type)
    if (!subscription || until === undefined) return { kind: 'invalid' }
    const newest = subscription.view.recentEvents.newest(baseLane(key, type))
    if (newest === null || seq > newest) return { kind: 'invalid' }
    const announceGap = (from: number, to: number): void => {
      const since = Math.floor((from - 1) / 1000)
      const dropped = { lane: `${key}:${type}`, from, to, since }
      onGap(gapFrame(nameOf(subscription, type), subscription.id, type, dropped))
    }
    if (isWide(type)) {
      // The newest state of a wider bar is complete; history fills the bars that finished in between.
      if (seq < newest) announceGap(seq + 1, newest)
      this.#sendState(subscription, type)
      return { kind: 'replayed', count: 1 }
    }
    const missed = subscription.view.recentEvents.since(`${key}:${type}`, seq, until ?? newest)
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

  #ensure({ symbol, id, view }: Wanted): Subscription {
    const key = instrumentKey(id)
    const known = this.#byKey.get(key)
    if (known) return known
    const { code, region } = written(symbol, id)
    const spelling = spell(code, region, this.#namesClass ? id.class : null)
    const made: Subscription = { key, id, symbol, spelling, view, types: new Map() }
    this.#byKey.set(key, made)
    this.#version += 1
    this.#quota.hold(key)
    return made
  }

  #sendState(subscription: Subscription, type: SubscriptionType): void {
    const { view, key } = subscription
    const state = isWide(type) ? view.wideBars.state(key, type) : view.board.latest(key, type)
    if (state) this.#send(subscription, type, { seq: state.seq, at: 0 }, state)
  }

  #send(
    subscription: Subscription,
    type: SubscriptionType,
    stamp: Pick<TapeEntry, 'seq' | 'at'>,
    event: MarketEvent,
  ): void {
    const { key, view, spelling } = subscription
    view.fanOut.deliver(this.#outbox, `${key}:${type}`, { name: nameOf(subscription, type), spelling }, stamp, event)
  }
}

export function gapFrame(name: string, id: InstrumentId, type: SubscriptionType, dropped: Gap): GapFrame {
  return { type: 'gap', s: name, from: dropped.from, to: dropped.to, rest: restPath(id, type, dropped.since) }
}

/** A gap of an instrument that was unsubscribed meanwhile. */
export function gapWithoutPath(name: string, { from, to }: Gap): GapFrame {
  return { type: 'gap', s: name, from, to, rest: '' }
}

/** The REST path that fills a gap. Sequence numbers never exceed the clock's microseconds, so they bound the time. */
function restPath(id: InstrumentId, type: SubscriptionType, since: number): string {
  const symbol = `region=${encodeURIComponent(id.region)}&code=${encodeURIComponent(id.code)}`
  if (type === 'quote' || type === 'depth') return `/${id.class}/${type}?${symbol}`
  if (type === 'tick') return `/${id.class}/trades?${symbol}&from=${since}`
  const interval = intervalOf(type) ?? '1m'
  const number = intervals.findIndex((name) => name === interval) + 1
  return `/${id.class}/kline?${symbol}&${number > 0 ? `kType=${number}` : `interval=${interval}`}&from=${since}`
}

/** Wider bars are built from minutes in the gateway. */
function isWide(type: SubscriptionType): boolean {
  return type.startsWith('kline@') && type !== 'kline@1'
}

function baseLane(key: string, type: SubscriptionType): string {
  return type.startsWith('kline@') ? `${key}:kline@1` : `${key}:${type}`
}

function nameOf(subscription: Pick<Subscription, 'symbol'>, type: SubscriptionType): string {
  return `${subscription.symbol}:${type}`
}

/** The code and region that a client wrote, or the canonical region when it wrote none. */
export function written(symbol: string, id: InstrumentId): { code: string; region: string } {
  const bare = symbol.startsWith(`${id.class}:`) ? symbol.slice(id.class.length + 1) : symbol
  const parts = bare.split('$')
  const code = parts[0] ?? id.code
  return { code, region: parts.length > 1 ? (parts.at(-1) ?? id.region) : id.region }
}
