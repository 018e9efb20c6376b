import { assetClasses, type MarketEvent } from '#src/contract/market.ts'
import type { Platform, TapeBatch, TapeEntry } from '#src/platform/platform.ts'
import { Board } from '../board.ts'
import { Backlog } from './backlog.ts'
import type { FlushQueue } from './flush-queue.ts'
import { Intervals } from './intervals.ts'
import { Lanes } from './lanes.ts'
import { Pace } from './pace.ts'
import { Recall } from './recall.ts'

/** While the gateway is behind the tape, whoever listens is told so often what is missing. */
const tellMs = 250
/** Reading the tape lets others have their turn so often. */
const turnMs = 10

/**
 * The market as one group of customers sees it: live, or the same tape some minutes late. It follows every channel into
 * its board, its recall and its sockets.
 */
export class TapeView implements AsyncDisposable {
  readonly board = new Board()
  readonly recall = new Recall()
  readonly lanes = new Lanes()
  readonly delayMs: number
  /** The wider intervals, built from the minutes that pass here. */
  readonly intervals: Intervals
  readonly #ctx: Platform
  readonly #flush: FlushQueue
  readonly #stop = new AbortController()
  readonly #backlog = new Backlog(this.lanes)
  #telling: NodeJS.Timeout | null = null
  #following: Promise<void>[] = []

  constructor(ctx: Platform, flush: FlushQueue, delayMs: number) {
    this.#ctx = ctx
    this.#flush = flush
    this.delayMs = delayMs
    this.intervals = new Intervals(ctx, this.lanes)
  }

  /** Resolves once everything the tape held at the start has been read, so that a restarted gateway is ready with a full board. */
  async start(): Promise<void> {
    const caughtUp = assetClasses.map(async (channel) => {
      const { newest } = await this.#ctx.tape.bounds(channel)
      await new Promise<void>((resolve, reject) => {
        if (newest === null || this.delayMs > 0) resolve()
        this.#following.push(this.#follow(channel, newest, resolve).catch(reject))
      })
    })
    await Promise.all(caughtUp)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    if (this.#telling) clearTimeout(this.#telling)
    await Promise.allSettled(this.#following)
  }

  async #follow(channel: string, newest: string | null, caughtUp: () => void): Promise<void> {
    const pace = new Pace()
    let turnBegan = performance.now()
    for await (const batch of this.#ctx.tape.follow(channel, 'oldest', this.#stop.signal)) {
      if (batch.kind === 'gap') {
        this.#ctx.log.warn('the tape dropped entries before they were read', { channel, ...batch })
        continue
      }
      if (this.delayMs > 0) await this.#late(batch)
      else this.#take(batch.entries, pace)
      if (performance.now() - turnBegan > turnMs) {
        await nextTurn()
        turnBegan = performance.now()
      }
      if (batch.entries.at(-1)?.offset === newest || batch.entries.some((entry) => entry.offset === newest)) caughtUp()
    }
    caughtUp()
  }

  async #late(batch: Extract<TapeBatch, { kind: 'entries' }>): Promise<void> {
    for (const entry of batch.entries) {
      const wait = entry.at + this.delayMs - this.#ctx.clock.now()
      if (wait > 0) {
        this.#flush.flushPlain()
        await this.#ctx.clock.sleep(wait, this.#stop.signal).catch(() => undefined)
        if (this.#stop.signal.aborted) return
      }
      this.#apply(entry)
    }
    this.#flush.flushPlain()
  }

  #take(entries: readonly TapeEntry[], pace: Pace): void {
    if (pace.isBehind(entries[0]?.at ?? 0, this.#ctx.clock.now())) {
      for (const entry of entries) this.#skip(entry)
      return
    }
    if (!this.#backlog.isEmpty) this.#tellBacklog()
    for (const entry of entries) this.#apply(entry)
    this.#flush.flushPlain()
  }

  #apply(entry: TapeEntry): void {
    const before = this.#keep(entry)
    const event = entry.event as MarketEvent
    // The tape itself may have dropped some before they were read.
    const from = before === null ? entry.seq : before + 1
    if (from === entry.seq) this.lanes.publish(entry.lane, entry, event)
    else if (event.type === 'tick') {
      this.lanes.miss({ lane: entry.lane, from, to: entry.seq - 1, since: Math.floor(from / 1000) })
      this.lanes.publish(entry.lane, entry, event)
    } else this.lanes.publish(entry.lane, entry, event, entry.seq - from)
    if (event.type === 'bar') this.intervals.take(entry, event)
  }

  #skip(entry: TapeEntry): void {
    const before = this.#keep(entry)
    const event = entry.event as MarketEvent
    if (event.type === 'bar') this.intervals.take(entry, event)
    this.#backlog.add(entry, before)
    if (!this.#backlog.isEmpty) this.#telling ??= setTimeout(() => this.#tellBacklog(), tellMs)
  }

  /** Into the board, and among what can be resumed. */
  #keep(entry: TapeEntry): number | null {
    this.board.apply(entry)
    return this.recall.add(entry)
  }

  #tellBacklog(): void {
    if (this.#telling) clearTimeout(this.#telling)
    this.#telling = null
    this.#backlog.tell()
    this.#flush.flushPlain()
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
