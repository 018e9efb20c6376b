import { channelOf, type DataSource, laneOf, type MarketEvent } from '#src/contract/market.ts'
import { Board, type InstrumentState } from '#src/gateway/board.ts'
import { marketOf } from '#src/market/calendar/market-hours.ts'
import { FedKeys } from '#src/market/feed-keys/fed-keys.ts'
import { type SourceCount, sourceName } from '#src/market/sources/source-figures.ts'
import { type MarketBatch, type MarketEntry, marketTape, tapeChannels } from '#src/market/tape.ts'
import { failProcess, pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { FanOut, type LaneForms } from '../delivery/fan-out.ts'
import type { FlushQueue } from '../delivery/flush-queue.ts'
import type { WriteTable } from '../delivery/write-table.ts'
import { Backlog } from './backlog.ts'
import { Lag } from './lag.ts'
import { type LaneHistory, RecentEvents } from './recent-events.ts'
import { WideBars } from './wide-bars.ts'
import { worthReading } from './worth-reading.ts'

/** Pause between two announcements of missing events while the gateway is behind the tape, ms. */
const announceMs = 250
/** Reading yields to the event loop after this long, ms. */
const yieldMs = 10
/** A batch that is read later than this after its publication counts as late, ms. */
const lateMs = 1_000

/** When the newest event of a market was published, ms. */
type Market = { at: number }

/** `newest`: the offset to read before the view is ready. `since`: time to read from, ms; null: the whole tape. */
type Start = { newest: string | null; since: number | null }

type Source = SourceCount & { source: DataSource }

/** `isFed`: a source feeds the instrument, so its simulated events do not count. */
type Route = {
  state: InstrumentState
  history: LaneHistory
  laneForms: LaneForms
  market: Market
  source: Source
  isFed: boolean
}

const laneTypes = ['tick', 'quote', 'depth', 'bar'] as const

/** The market as a group of customers sees it: live or delayed. It feeds board, recent events and sockets. */
export class TapeView implements AsyncDisposable {
  readonly board = new Board()
  readonly recentEvents = new RecentEvents()
  readonly fanOut: FanOut
  readonly delayMs: number
  readonly wideBars: WideBars
  /**
   * The number of batches published since this view began, and the number of those that were read more than a second
   * late.
   */
  readonly batches = { read: 0, late: 0 }
  readonly #ctx: Platform
  readonly #flush: FlushQueue
  readonly #stop = new AbortController()
  readonly #backlog: Backlog
  readonly #routes = new Map<string, Route>()
  readonly #markets = new Map<string, Market>()
  readonly #sources = new Map<string, Source>()
  readonly #lags = new Map<string, Lag>()
  readonly #used = new Map<string, string>()
  #announcing: NodeJS.Timeout | null = null
  #fed: FedKeys | null = null
  #following: Promise<void>[] = []
  #began = Number.POSITIVE_INFINITY

  constructor(ctx: Platform, flush: FlushQueue, writeTable: WriteTable, delayMs: number) {
    this.#ctx = ctx
    this.#flush = flush
    this.delayMs = delayMs
    this.fanOut = new FanOut(writeTable)
    this.#backlog = new Backlog(this.fanOut)
    this.wideBars = new WideBars(ctx, this.fanOut, this.board, delayMs)
  }

  /**
   * Resolves when the view has read everything that was on the tape at the start and that its delay allows. So a
   * restarted gateway is ready with a full board, and a delayed view does not send old events as new ones.
   */
  async start(): Promise<void> {
    this.#began = this.#ctx.clock.now()
    const channels = tapeChannels(this.#ctx)
    this.#fed = await FedKeys.open(this.#ctx, (key) => this.#endSimulation(key))
    // A delayed view also needs states that are no longer the newest.
    const since = this.delayMs === 0 ? await worthReading(this.#ctx, channels) : null
    const caughtUp = channels.map(async (channel) => {
      const { newest } = await this.#ctx.tape.bounds(channel)
      await new Promise<void>((resolve, reject) => {
        let isUnderWay = false
        const caughtUp = () => {
          isUnderWay = true
          resolve()
        }
        if (newest === null) caughtUp()
        const following = this.#follow(channel, { newest, since }, caughtUp).catch((cause: unknown) => {
          if (isUnderWay && !this.#stop.signal.aborted)
            failProcess(`${channel} of the tape is not followed any more`, cause)
          else reject(cause)
        })
        this.#following.push(following)
      })
    })
    await Promise.all(caughtUp)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    if (this.#announcing) clearTimeout(this.#announcing)
    await Promise.allSettled(this.#following)
    await this.#fed?.[Symbol.asyncDispose]()
  }

  async #follow(channel: string, { newest, since }: Start, caughtUp: () => void): Promise<void> {
    const lag = new Lag()
    this.#lags.set(channel, lag)
    let sliceBegan = performance.now()
    const tape = marketTape(this.#ctx)
    const { states, from } =
      since === null ? { states: [], from: 'oldest' as const } : await tape.stateAt(channel, since)
    for (const entry of states) {
      const route = this.#isSwitch(entry) ? null : this.#route(entry)
      if (route && !isEnded(route, entry)) this.#keep(entry, route)
    }
    let awaited = newest
    if (newest !== null && hasReached(from, newest)) caughtUp()
    for await (const batch of tape.follow(channel, from, this.#stop.signal)) {
      if (batch.kind === 'gap') {
        this.#ctx.log.warn('the tape dropped entries before they were read', { channel, ...batch })
        continue
      }
      if (this.delayMs > 0) await this.#late(batch, caughtUp)
      else this.#receive(batch.entries, lag)
      lag.wait(this.#ctx.clock.now())
      if (performance.now() - sliceBegan > yieldMs) {
        await nextTurn()
        sliceBegan = performance.now()
      }
      if (awaited !== null && hasReached(batch.entries.at(-1)?.offset, awaited)) {
        awaited = null
        caughtUp()
      }
    }
    caughtUp()
  }

  async #late(batch: Extract<MarketBatch, { kind: 'entries' }>, caughtUp: () => void): Promise<void> {
    for (const entry of batch.entries) {
      const wait = entry.at + this.delayMs - this.#ctx.clock.now()
      if (wait > 0) {
        caughtUp()
        this.#flush.flushPlain()
        await pause(this.#ctx.clock, wait, this.#stop.signal)
        if (this.#stop.signal.aborted) return
      }
      this.#apply(entry)
    }
    this.recentEvents.trim(batch.entries[0]?.at ?? 0)
    this.#flush.flushPlain()
  }

  #receive(entries: readonly MarketEntry[], lag: Lag): void {
    const at = entries[0]?.at ?? 0
    this.recentEvents.trim(at)
    const now = this.#ctx.clock.now()
    this.#count(at, now)
    if (lag.isBehind(at, now)) {
      for (const entry of entries) this.#skip(entry)
      return
    }
    if (!this.#backlog.isEmpty) this.#announceBacklog()
    for (const entry of entries) this.#apply(entry)
    this.#flush.flushPlain()
    this.#ctx.metrics.time('delivery', Math.max(0, this.#ctx.clock.now() - (entries.at(-1)?.at ?? at)))
  }

  /** Batches that a start reads again are old by nature, so they do not count. */
  #count(at: number, now: number): void {
    if (at < this.#began) return
    this.batches.read += 1
    if (now - at > lateMs) this.batches.late += 1
  }

  #apply(entry: MarketEntry): void {
    if (this.#isSwitch(entry)) return
    const route = this.#route(entry)
    if (isEnded(route, entry)) return
    const before = this.#keep(entry, route)
    const { event } = entry
    // The tape may have dropped entries before they were read.
    const missed = before === null ? 0 : entry.seq - before - 1
    const isTick = event.type === 'tick'
    if (isTick && missed > 0) {
      const from = entry.seq - missed
      this.fanOut.recordGap({ lane: entry.lane, from, to: entry.seq - 1, since: Math.floor(from / 1000) })
    }
    this.fanOut.publish(entry.lane, entry, event, { skipped: isTick ? 0 : missed, laneForms: route.laneForms })
    if (event.type === 'bar') this.wideBars.receive(entry, event)
  }

  #skip(entry: MarketEntry): void {
    if (this.#isSwitch(entry)) return
    const route = this.#route(entry)
    if (isEnded(route, entry)) return
    const before = this.#keep(entry, route)
    const { event } = entry
    if (event.type === 'bar') this.wideBars.receive(entry, event)
    this.#backlog.add(entry, before)
    if (!this.#backlog.isEmpty) this.#announcing ??= setTimeout(() => this.#announceBacklog(), announceMs)
  }

  /** When the newest event of each market was published, ms, by `stock$US`. */
  get newest(): Map<string, number> {
    return new Map([...this.#markets].map(([name, { at }]) => [name, at]))
  }

  /** Time from the publication of the newest batch until this view read it, ms, by channel; 0 when all is read. */
  get lags(): Map<string, number> {
    const now = this.#ctx.clock.now()
    return new Map([...this.#lags].map(([channel, lag]) => [channel, lag.ms(now)]))
  }

  /** The newest number of a lane, or the one before its first; null for an unknown lane of a shared tape. */
  newestOf(lane: string): number | null {
    return this.recentEvents.newest(lane) ?? this.#ctx.tape.laneStart
  }

  /** Whether the lane has not reached a number yet. */
  isAhead(lane: string, seq: number): boolean {
    return seq > (this.newestOf(lane) ?? this.#ctx.clock.now() * 1_000)
  }

  /** Whether a number may be on the tape already, unread: a shared tape, and not later than the clock in µs. */
  mayReach(seq: number): boolean {
    return this.#ctx.tape.laneStart === null && seq <= this.#ctx.clock.now() * 1_000
  }

  /** Counts of each source's events, by `simulated$stock`. */
  get sources(): ReadonlyMap<string, SourceCount> {
    return this.#sources
  }

  /** The source that an instrument last changed to; undefined when it never changed. */
  usedSource(key: string): string | undefined {
    return this.#used.get(key)
  }

  #isSwitch({ event }: MarketEntry): boolean {
    if (event.type !== 'switch') return false
    this.#used.set(event.key, event.name)
    return true
  }

  #keep(entry: MarketEntry, route: Route): number | null {
    const { state, history, market } = route
    const { event } = entry
    market.at = Math.max(market.at, entry.at)
    if (route.source.source !== event.source) route.source = this.#source(event)
    route.source.at = Math.max(route.source.at, entry.at)
    route.source.events += 1
    if (event.type === 'tick') route.source.lagMs = entry.at - event.time
    this.board.apply(entry, state)
    return this.recentEvents.add(history, entry)
  }

  /** One look-up per event for the board, the history and the recipients. */
  #route({ lane, event }: MarketEntry): Route {
    let route = this.#routes.get(lane)
    if (!route) {
      const state = this.board.stateOf(event.key)
      const market = this.#market(marketOf(event.key))
      const source = this.#source(event)
      const isFed = this.#fed?.has(event.key) ?? false
      route = { state, history: this.recentEvents.of(lane), laneForms: this.fanOut.of(lane), market, source, isFed }
      this.#routes.set(lane, route)
    }
    return route
  }

  #endSimulation(key: string): void {
    for (const type of laneTypes) {
      const route = this.#routes.get(laneOf({ key, type }))
      if (route) route.isFed = true
    }
    this.board.dropSimulated(key)
    this.wideBars.restart(key)
  }

  #market(name: string): Market {
    let market = this.#markets.get(name)
    if (!market) {
      market = { at: 0 }
      this.#markets.set(name, market)
    }
    return market
  }

  #source({ source, key }: Pick<MarketEvent, 'source' | 'key'>): Source {
    const name = sourceName(source, channelOf(key))
    const known = this.#sources.get(name) ?? { source, at: 0, events: 0, lagMs: 0 }
    this.#sources.set(name, known)
    return known
  }

  #announceBacklog(): void {
    if (this.#announcing) clearTimeout(this.#announcing)
    this.#announcing = null
    this.#backlog.announce()
    this.#flush.flushPlain()
  }
}

function isEnded({ isFed }: Route, { event }: MarketEntry): boolean {
  return isFed && event.source === 'simulated'
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
