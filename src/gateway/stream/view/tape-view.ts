import { Board } from '#src/gateway/board.ts'
import { FedKeys } from '#src/market/feed-keys/fed-keys.ts'
import type { SourceCount } from '#src/market/sources/source-figures.ts'
import { type MarketBatch, type MarketEntry, marketTape, tapeChannels } from '#src/market/tape.ts'
import { failProcess, pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { FanOut } from '../delivery/fan-out.ts'
import type { FlushQueue } from '../delivery/flush-queue.ts'
import type { WriteTable } from '../delivery/write-table.ts'
import { Backlog } from './backlog.ts'
import { Lag } from './lag.ts'
import { isEnded, LaneRoutes } from './lane-routes.ts'
import { RecentEvents } from './recent-events.ts'
import { SecondBars } from './second-bars.ts'
import { WideBars } from './wide-bars.ts'
import { worthReading } from './worth-reading.ts'

/** The pause between two announcements of missing events while the gateway is behind the tape, ms. */
const announceMs = 250
/** The time after which reading yields to the event loop, ms. */
const yieldMs = 10
/** A batch counts as late if it is read more than this time after its publication, ms. */
const lateMs = 1_000

/**
 * `newest`: the offset up to which the view must have read to be ready. `since`: the time from which to read, ms; null:
 * the whole tape.
 */
type Start = { newest: string | null; since: number | null }

/**
 * The market as one group of customers sees it: live or delayed. The view feeds the board, the recent events and the
 * sockets.
 */
export class TapeView implements AsyncDisposable {
  readonly board = new Board()
  readonly recentEvents = new RecentEvents()
  readonly fanOut: FanOut
  readonly delayMs: number
  readonly wideBars: WideBars
  readonly secondBars: SecondBars
  /**
   * The number of batches published since this view began, and the number of batches that it read more than a second
   * late.
   */
  readonly batches = { read: 0, late: 0 }
  readonly #ctx: Platform
  readonly #flush: FlushQueue
  readonly #stop = new AbortController()
  readonly #backlog: Backlog
  readonly #routes: LaneRoutes
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
    this.fanOut = new FanOut(writeTable, this.board)
    this.#backlog = new Backlog(this.fanOut)
    this.#routes = new LaneRoutes(this, (key) => this.#fed?.has(key) ?? false)
    this.wideBars = new WideBars(ctx, this.fanOut, this.board, delayMs)
    this.secondBars = new SecondBars(ctx, this.fanOut, delayMs)
  }

  /**
   * Resolves when the view has read all entries that were on the tape at the start and that its delay allows. So a
   * restarted gateway is ready with a full board, and a delayed view does not send old events as new events.
   */
  async start(): Promise<void> {
    this.#began = this.#ctx.clock.now()
    const channels = tapeChannels(this.#ctx)
    this.#fed = await FedKeys.open(this.#ctx, (key) => this.#endSimulation(key))
    // A delayed view also needs states that newer states have replaced.
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
    this.secondBars[Symbol.dispose]()
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
      const route = this.#isSwitch(entry) ? null : this.#routes.of(entry)
      if (route && !isEnded(route, entry)) this.#routes.keep(entry, route)
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

  /** Batches that are read again at a start are always old, so they do not count. */
  #count(at: number, now: number): void {
    if (at < this.#began) return
    this.batches.read += 1
    if (now - at > lateMs) this.batches.late += 1
  }

  #apply(entry: MarketEntry): void {
    if (this.#isSwitch(entry)) return
    const route = this.#routes.of(entry)
    if (isEnded(route, entry)) return
    const before = this.#routes.keep(entry, route)
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
    else if (isTick) this.secondBars.receive(entry, event)
  }

  #skip(entry: MarketEntry): void {
    if (this.#isSwitch(entry)) return
    const route = this.#routes.of(entry)
    if (isEnded(route, entry)) return
    const before = this.#routes.keep(entry, route)
    const { event } = entry
    if (event.type === 'bar') this.wideBars.receive(entry, event)
    else if (event.type === 'tick') this.secondBars.receive(entry, event)
    this.#backlog.add(entry, before)
    if (!this.#backlog.isEmpty) this.#announcing ??= setTimeout(() => this.#announceBacklog(), announceMs)
  }

  /** The time at which the newest event of each market was published, ms, by `stock$US`. */
  get newest(): Map<string, number> {
    return this.#routes.newest
  }

  /** The time from the publication of the newest batch until this view read it, ms, by channel; 0 if all is read. */
  get lags(): Map<string, number> {
    const now = this.#ctx.clock.now()
    return new Map([...this.#lags].map(([channel, lag]) => [channel, lag.ms(now)]))
  }

  /** The newest number of a lane, or the number before its first event; null for an unknown lane of a shared tape. */
  newestOf(lane: string): number | null {
    return this.recentEvents.newest(lane) ?? this.#ctx.tape.laneStart
  }

  /** Whether the lane has not reached a number yet. */
  isAhead(lane: string, seq: number): boolean {
    return seq > (this.newestOf(lane) ?? this.#ctx.clock.now() * 1_000)
  }

  /**
   * Whether an unread number may already be on the tape: the tape is shared, and the number is not later than the clock
   * in µs.
   */
  mayReach(seq: number): boolean {
    return this.#ctx.tape.laneStart === null && seq <= this.#ctx.clock.now() * 1_000
  }

  /** Counts of each source's events, by `simulated$stock`. */
  get sources(): ReadonlyMap<string, SourceCount> {
    return this.#routes.sources
  }

  /** The source to which an instrument last changed; undefined if it never changed. */
  usedSource(key: string): string | undefined {
    return this.#used.get(key)
  }

  #isSwitch({ event }: MarketEntry): boolean {
    if (event.type !== 'switch') return false
    this.#used.set(event.key, event.name)
    return true
  }

  #endSimulation(key: string): void {
    this.#routes.endSimulation(key)
    this.board.dropSimulated(key)
    this.wideBars.restart(key)
  }

  #announceBacklog(): void {
    if (this.#announcing) clearTimeout(this.#announcing)
    this.#announcing = null
    this.#backlog.announce()
    this.#flush.flushPlain()
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
