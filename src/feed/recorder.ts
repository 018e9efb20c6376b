import type { Counter } from 'prom-client'
import type { DepthEvent, MarketEvent } from '#src/contract/market.ts'
import { type RecordedBar, recordBars } from '#src/market/bars/bars.ts'
import { dropSimulated } from '#src/market/feed-keys/fed.ts'
import { FedKeys } from '#src/market/feed-keys/fed-keys.ts'
import { ensureInstrument, findInstruments, instrumentsChannel } from '#src/market/instruments/instruments.ts'
import { parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import { type MarketEntry, marketTape, readChannel, tapeChannels } from '#src/market/tape.ts'
import {
  type RecordedQuote,
  recordBarNumbers,
  recordQuotes,
  recordTickColumns,
  type TapeNumber,
  TickColumns,
} from '#src/market/ticks/ticks.ts'
import { KeptValue } from '#src/platform/kept.ts'
import { Fenced } from '#src/platform/leases/fenced.ts'
import type { Term } from '#src/platform/leases/leadership.ts'
import { Bell, every, retrying } from '#src/platform/loop.ts'
import type { Fence, Platform, TapeOffset } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { forgetOffsets, noteGap, noteOffset, offsetOf } from './recorder-store.ts'

const flushes = { everyMs: 1_000, waitFirst: true, failed: 'history could not be written' }
const rowsMax = 100_000
/** Time in ms to write the rest of the tape at a stop. The next start notes lost rows of an embedded tape as a gap. */
const finishMs = 2_000
const pollMs = 1_000
const retries = { firstMs: 1_000, maxMs: 5_000, failed: 'history cannot be written now; trying again' }

type Named = { number: number; identity: NonNullable<ReturnType<typeof parseInstrumentKey>> }

/**
 * Rows of the tape that are not in history. They refer to instruments by the numbers in `named`, because instruments
 * may be merged before the rows are written. `oldest`: append time of the oldest row by channel, ms.
 */
type PendingRows = {
  named: Map<string, Named>
  ticks: TickColumns
  bars: RecordedBar[]
  barNumbers: (TapeNumber & { time: number })[]
  quotes: RecordedQuote[]
  read: Map<string, TapeOffset>
  oldest: Map<string, number>
}

/**
 * Writes the ticks, final minutes and changes of best bid and offer on the tape to history. A tick is stored by
 * instrument, time and tape number, so a second write changes nothing. The offset is stored after the rows, and the
 * next start continues from this offset. Entries that the tape has lost are recorded as a gap.
 */
export class Recorder implements AsyncDisposable {
  readonly #ctx: Platform
  readonly #term: Term | null
  readonly #stop = new AbortController()
  readonly #channels: readonly string[]
  /** Instrument ids by key. Replaced when an instrument changes, because it may have been merged. */
  #ids = new Map<string, number>()
  /** The last recorded best bid and offer of each instrument. */
  readonly #tops = new Map<string, string>()
  readonly #listening = new AsyncDisposableStack()
  /** Instruments whose simulation has ended since the last write, by key. */
  readonly #ended = new Set<string>()
  readonly #isEmbedded: boolean
  readonly #read = new Map<string, TapeOffset>()
  readonly #progress = new Bell()
  readonly #written: Counter
  readonly #gaps: Counter
  #pending = newPendingRows()
  #writing: PendingRows | null = null
  #rows = 0
  #flushing: Promise<void> = Promise.resolve()
  #running: Promise<unknown> = Promise.resolve()
  #flushes: AsyncDisposable | null = null
  #fed: FedKeys | null = null

  /**
   * With `term`, the recorder's offsets are refused after the end of the term. `channels`: the channels of one shard,
   * or all.
   */
  constructor(ctx: Platform, term: Term | null = null, channels: readonly string[] = tapeChannels(ctx)) {
    this.#ctx = ctx
    this.#channels = channels
    this.#term = term
    term?.signal.addEventListener('abort', () => this.#stop.abort())
    this.#isEmbedded = !ctx.settings.hasRedisUrl
    const { metrics } = ctx
    this.#written = metrics.counter('tapewire_recorder_rows_total', 'Ticks, bars and best quotes written to history.')
    const gaps = 'Parts of the tape that are not in history.'
    this.#gaps = metrics.counter('tapewire_recorder_gaps_total', gaps, ['class', 'shard'])
    for (const channel of channels) this.#gaps.inc(readChannel(channel), 0)
    measureLag(ctx)
  }

  async start(): Promise<void> {
    runningOf(this.#ctx).add(this)
    const forget = () => {
      this.#ids = new Map()
    }
    this.#listening.use(await this.#ctx.postgres.listen(instrumentsChannel, forget, forget))
    this.#fed = this.#listening.use(await FedKeys.open(this.#ctx, (key) => this.#ended.add(key)))
    this.#ended.clear()
    const offsets = await Promise.all(
      this.#channels.map(async (channel) => ({ channel, from: await offsetOf(this.#ctx, channel) })),
    )
    for (const { channel, from } of offsets) if (from !== null) this.#read.set(channel, from)
    this.#running = Promise.all(offsets.map(({ channel, from }) => this.#follow(channel, from ?? 'oldest'))).catch(
      (error: unknown) => {
        if (this.#stop.signal.aborted) return
        this.#ctx.log.error('the recorder ended', { error })
        this.#term?.lose(error)
      },
    )
    this.#flushes = every(this.#ctx, flushes, () => this.#flush())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    runningOf(this.#ctx).delete(this)
    const late = setTimeout(() => this.#stop.abort(), finishMs)
    const isComplete = await this.#finish()
    clearTimeout(late)
    this.#stop.abort()
    await this.#running
    await this.#flushes?.[Symbol.asyncDispose]()
    await this.#listening.disposeAsync()
    // An embedded tape ends with the process. If all of it is recorded, its offsets are no longer needed.
    if (this.#isEmbedded && isComplete) await forgetOffsets(this.#ctx, this.#channels)
  }

  async #finish(): Promise<boolean> {
    try {
      await this.drain()
      return !this.#stop.signal.aborted
    } catch (cause) {
      this.#ctx.log.warn('the end of the tape could not be written to history before the stop', { cause })
      return false
    }
  }

  /** Age of the oldest entry that was read but is not in history, ms, by channel. */
  get lags(): Map<string, number> {
    const now = this.#ctx.clock.now()
    const oldestOf = (channel: string) => this.#writing?.oldest.get(channel) ?? this.#pending.oldest.get(channel) ?? now
    return new Map(this.#channels.map((channel) => [channel, Math.max(0, now - oldestOf(channel))]))
  }

  /** Resolves when everything that is on the tape at the call is in history, or when the recorder is stopped. */
  async drain(): Promise<void> {
    const { signal } = this.#stop
    for (const channel of this.#channels) {
      const { newest } = await this.#ctx.tape.bounds(channel)
      while (newest !== null && !hasReached(this.#read.get(channel), newest) && !signal.aborted)
        await this.#progress.wait(this.#ctx.clock, pollMs, signal)
    }
    await this.#flush()
  }

  async #follow(channel: string, from: TapeOffset | 'oldest'): Promise<void> {
    for await (const batch of marketTape(this.#ctx).follow(channel, from, this.#stop.signal)) {
      if (batch.kind === 'gap') {
        this.#gaps.inc(readChannel(channel))
        this.#ctx.log.warn('the recorder missed events of the tape', { channel, from: batch.from, to: batch.to })
        await this.#untilDone(() => noteGap(this.#ctx, this.#fence, channel, batch.from, batch.to))
        continue
      }
      for (const entry of batch.entries) if (this.#isKept(entry.event)) this.#collect(channel, entry)
      const offset = batch.entries.at(-1)?.offset
      if (offset) {
        this.#read.set(channel, offset)
        this.#pending.read.set(channel, offset)
      }
      this.#rows += batch.entries.length
      this.#progress.ring()
      // A slow store slows the reader down, so that pending rows stay bounded.
      if (this.#rows >= rowsMax) await this.#flush()
    }
  }

  #collect(channel: string, { at, seq, event }: MarketEntry): void {
    const { named, ticks, bars, barNumbers, quotes, oldest } = this.#pending
    const instrumentId = (named.get(event.key) ?? enter(named, event.key))?.number
    if (instrumentId === undefined) return
    if (!oldest.has(channel)) oldest.set(channel, at)
    if (event.type === 'tick') {
      ticks.push(instrumentId, seq % 2 ** 32, event)
    } else if (event.type === 'bar') {
      const { time, open, high, low, close, volume, turnover, source } = event
      bars.push({ instrumentId, interval: '1m', time, open, high, low, close, volume, turnover, source })
      barNumbers.push({ instrumentId, time, seq })
    } else if (event.type === 'depth') {
      quotes.push({ instrumentId, time: event.time, seq: seq % 2 ** 32, ...topOf(event), source: event.source })
    }
  }

  #flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#writePending())
    return this.#flushing
  }

  async #writePending(): Promise<void> {
    const pending = this.#pending
    const ended = [...this.#ended]
    this.#ended.clear()
    this.#pending = newPendingRows()
    this.#rows = 0
    this.#writing = pending
    const { ticks, bars, barNumbers, quotes } = pending
    const ids = await this.#idsOf(pending.named)
    const owned = <Row extends { instrumentId: number }>(rows: Row[]) =>
      rows.map((row) => ({ ...row, instrumentId: ids[row.instrumentId] ?? 0 }))
    ticks.own(ids)
    await this.#untilDone(() => recordTickColumns(this.#ctx, ticks))
    await this.#untilDone(() => recordBars(this.#ctx, owned(bars)))
    await this.#untilDone(() => recordBarNumbers(this.#ctx, owned(barNumbers)))
    await this.#untilDone(() => recordQuotes(this.#ctx, owned(quotes)))
    this.#written.inc(ticks.length + bars.length + quotes.length)
    await this.#dropEnded(ended)
    this.#writing = null
    for (const [channel, offset] of pending.read)
      await this.#untilDone(() => noteOffset(this.#ctx, this.#fence, channel, offset))
  }

  /** Deletes the rows of ended simulations again, because some rows may have been written after the deletion. */
  async #dropEnded(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const identities = keys.flatMap((key) => parseInstrumentKey(key) ?? [])
    const found = await this.#untilDone(() => findInstruments(this.#ctx, identities))
    await this.#untilDone(() =>
      dropSimulated(
        this.#ctx,
        found.flatMap((instrument) => instrument ?? []),
      ),
    )
  }

  get #fence(): Fence | null {
    return this.#term?.fence ?? null
  }

  /** Retries until the store responds. Until then entries wait on the tape. */
  #untilDone<T>(work: () => Promise<T>): Promise<T> {
    return retrying(this.#ctx, { ...retries, signal: this.#stop.signal }, () =>
      work().catch((cause: unknown) => {
        if (cause instanceof Fenced) this.#term?.lose(cause)
        throw cause
      }),
    )
  }

  /** Instrument ids, indexed by the numbers of the keys. */
  async #idsOf(named: PendingRows['named']): Promise<number[]> {
    const ids: number[] = []
    for (const [key, { identity }] of named) {
      // If instruments change during the read, `#ids` is replaced, and the old id is stored only in the replaced map.
      const known = this.#ids
      const id = known.get(key) ?? (await this.#untilDone(() => ensureInstrument(this.#ctx, identity))).id
      known.set(key, id)
      ids.push(id)
    }
    return ids
  }

  /**
   * Whether an event is recorded: a tick, a final bar, or depth with a changed best bid or offer. Simulated events of a
   * fed instrument are not recorded.
   */
  #isKept(event: MarketEvent): boolean {
    if (event.source === 'simulated' && this.#fed?.has(event.key)) return false
    if (event.type === 'bar') return event.final
    if (event.type !== 'depth') return event.type === 'tick'
    const top = topOf(event)
    const text = `${top.bid} ${top.bidVolume} ${top.ask} ${top.askVolume}`
    if (this.#tops.get(event.key) === text) return false
    this.#tops.set(event.key, text)
    return true
  }
}

function newPendingRows(): PendingRows {
  return {
    named: new Map(),
    ticks: new TickColumns(),
    bars: [],
    barNumbers: [],
    quotes: [],
    read: new Map(),
    oldest: new Map(),
  }
}

function enter(named: PendingRows['named'], key: string): Named | undefined {
  const identity = parseInstrumentKey(key)
  if (!identity) return undefined
  const one = { number: named.size, identity }
  named.set(key, one)
  return one
}

const running = new KeptValue<Set<Recorder>>('recorders')

function runningOf(ctx: Platform): Set<Recorder> {
  const known = running.of(ctx) ?? new Set()
  running.set(ctx, known)
  return known
}

function measureLag(ctx: Platform): void {
  const lag = 'Age of the oldest entry of the tape that is read but not in history, 0 without one.'
  ctx.metrics.gauge('tapewire_recorder_lag_seconds', lag, ['class', 'shard'], (gauge) => {
    for (const { lags } of runningOf(ctx)) for (const [channel, ms] of lags) gauge.set(readChannel(channel), ms / 1_000)
  })
}

function topOf({ bids: [bid], asks: [ask] }: DepthEvent) {
  return { bid: bid?.price ?? 0, bidVolume: bid?.volume ?? 0, ask: ask?.price ?? 0, askVolume: ask?.volume ?? 0 }
}
