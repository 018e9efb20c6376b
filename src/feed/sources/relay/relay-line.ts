import type { DepthEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { OpenGap, SourceEvent } from '../source.ts'
import { isRefusal, type Mirrored, type Provider } from './provider.ts'

/** A trade of the provider. `seq` rises by one from trade to trade of an instrument. */
export type Trade = Pick<TickEvent, 'time' | 'price' | 'volume' | 'side' | 'session'> & { seq: number }

type Recorded = Pick<Trade, 'time' | 'price' | 'volume'>

/** A gap. `before`: number of the first trade after it; `to`: time of that trade, or of the report of the gap, ms. */
type Gap = {
  id: number
  after: { seq: number; time: number }
  before: number
  to: number
  since: number
  /** Whether bars fill the gap instead of single trades. */
  isLong: boolean
}

export type RelayPatience = {
  /** Longest wait of live trades for missed trades. Then live trades are published first, missed trades later. */
  holdMs: number
  /** First delay before missed trades are requested again, ms; it doubles with each request. */
  retryMs: number
  /** A gap whose trades are still not available after this time, ms, is filled with bars. */
  barsMs: number
  /** A gap longer than this time, ms, is filled with bars instead of single trades. */
  tradesBackMs: number
}

/** The numbers of ticks in the REST API are modulo this number. */
const seqRange = 2 ** 32
/**
 * If the numbers of two trades differ by more than this number, the tape was restarted, so the difference is not the
 * number of missing trades.
 */
const countedMax = 1_000_000
/** The maximum time by which the trades of an instrument may be out of order, ms. */
const disorderMs = minuteMs
const heldMax = 100_000
let gapIds = 0
export const nextGapId = () => ++gapIds

type Deps = {
  ctx: Platform
  provider: Provider
  patience: RelayPatience
  signal: AbortSignal
  emit(event: SourceEvent): void
}

/**
 * One instrument of the provider: publishes each trade at most once. After a skipped number, live trades
 * wait until REST has returned the missed trades, but at most `holdMs`.
 */
export class RelayLine {
  readonly mirrored: Mirrored
  readonly key: string
  readonly #deps: Deps
  #after: Gap['after'] | null
  #held: Trade[] | null = null
  #owed: Gap[] = []
  /** Open gaps of an ended connection. */
  #left: readonly OpenGap[]
  /**
   * The trades in history that are newer than a position which the tape has lost. A killed process published and
   * recorded them, but did not store their position. They are recognised by their contents.
   */
  readonly #recorded: readonly Recorded[]
  #out: Trade[] = []
  #depth: DepthEvent | null = null
  #flushing: NodeJS.Immediate | null = null

  /** `position`: a text from `positionText`. */
  constructor(
    deps: Deps,
    mirrored: Mirrored,
    position: string | null,
    left: readonly OpenGap[] = [],
    recorded: readonly Recorded[] = [],
  ) {
    this.#deps = deps
    this.mirrored = mirrored
    this.key = keyOf(mirrored.instrument)
    this.#after = readPosition(position)
    this.#left = left
    this.#recorded = recorded
  }

  receive(trade: Trade): void {
    if (this.#held) {
      if (this.#held.push(trade) > heldMax) throw new Error(`${this.key}: too many trades are held back`)
      return
    }
    const after = this.#after
    if (after && trade.seq <= after.seq) return
    if (after && trade.seq > after.seq + 1) {
      this.#held = [trade]
      void this.#close({ after, before: trade.seq, to: trade.time })
      return
    }
    this.#pass(trade)
  }

  /** Records that the stream cannot send the trades up to number `to`, inclusive. */
  missed(to: number): void {
    const after = this.#after
    if (this.#held || !after || to <= after.seq) return
    this.#held = []
    void this.#close({ after, before: to + 1, to: this.#deps.ctx.clock.now() })
  }

  book(depth: DepthEvent): void {
    this.#depth = depth
    this.#flushSoon()
  }

  /** Retries the gaps that could not be filled in time. Returns for each tried gap whether it was filled. */
  async settle(): Promise<boolean[]> {
    const { ctx, patience, signal, emit } = this.#deps
    const results: boolean[] = []
    for (const gap of [...this.#owed]) {
      if (signal.aborted) break
      const found = gap.isLong ? null : await this.#missing(gap).catch(() => null)
      const now = ctx.clock.now()
      const isDue = gap.isLong ? hasEnded(gap.to, now) : now - gap.since > patience.barsMs
      if (gap.isLong && !isDue) continue
      const fill = async () => {
        await this.#barsOf(gap)
        // Last, because a gap whose bars failed is filled again, and its trades must be published once.
        if (found) this.#emitTrades(found, null)
        this.#owed = this.#owed.filter((one) => one !== gap)
        emit({ kind: 'filled', id: gap.id, by: found ? 'trades' : 'bars' })
      }
      results.push((found !== null || isDue) && (await this.#try(fill)))
    }
    return [...results, ...(await this.#settleLeft())]
  }

  /**
   * Fills gaps of an ended connection only with bars, because the ended connection may have published some of their
   * trades.
   */
  async #settleLeft(): Promise<boolean[]> {
    const { ctx, signal, emit } = this.#deps
    const results: boolean[] = []
    for (const gap of this.#left) {
      if (signal.aborted) break
      if (!hasEnded(gap.to, ctx.clock.now())) continue
      const fill = async () => {
        await this.#barsOf({ after: { time: gap.from }, to: gap.to })
        this.#left = this.#left.filter((one) => one !== gap)
        emit({ kind: 'filled', id: gap.id, by: 'bars' })
      }
      results.push(await this.#try(fill))
    }
    return results
  }

  async #try(fill: () => Promise<void>): Promise<boolean> {
    try {
      await fill()
      return true
    } catch (cause) {
      this.#deps.ctx.log.debug('a gap could not be filled yet', { instrument: this.key, cause })
      return false
    }
  }

  #pass(trade: Trade): void {
    this.#after = { seq: trade.seq, time: Math.max(trade.time, this.#after?.time ?? 0) }
    this.#out.push(trade)
    this.#flushSoon()
  }

  /** Publishes the events of one frame together. */
  #flushSoon(): void {
    this.#flushing ??= setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = null
    const [trades, depth] = [this.#out, this.#depth]
    this.#out = []
    this.#depth = null
    if (trades.length > 0) this.#emitTrades(trades, this.#after && positionText(this.#after))
    if (depth) this.#deps.emit({ kind: 'events', key: this.key, events: [depth], position: null })
  }

  #emitTrades(trades: readonly Trade[], position: string | null): void {
    const events = trades.map(
      ({ seq: _, ...trade }): TickEvent => ({ type: 'tick', key: this.key, ...trade, source: 'push' }),
    )
    if (events.length > 0) this.#deps.emit({ kind: 'events', key: this.key, events, position })
  }

  async #close(newGap: Pick<Gap, 'after' | 'before' | 'to'>): Promise<void> {
    const { ctx, patience, signal, emit } = this.#deps
    const since = ctx.clock.now()
    const gap: Gap = { ...newGap, id: nextGapId(), since, isLong: since - newGap.after.time > patience.tradesBackMs }
    emit({ kind: 'gap', id: gap.id, key: this.key, from: gap.after.time, to: gap.to })
    const found = gap.isLong ? null : await this.#insist(gap)
    if (signal.aborted) return
    if (found) {
      for (const trade of found) this.#pass(trade)
      this.#flush()
      emit({ kind: 'filled', id: gap.id, by: 'trades' })
      if (gap.after.time < floorTo(ctx.clock.now(), minuteMs))
        await this.#barsOf(gap).catch((cause: unknown) => ctx.log.debug('minutes could not be corrected', { cause }))
    } else this.#owed.push(gap)
    this.#after = { seq: gap.before - 1, time: Math.max(gap.after.time, this.#after?.time ?? 0) }
    const held = this.#held ?? []
    this.#held = null
    for (const trade of held) this.receive(trade)
  }

  /** Requests the missed trades, with retries. Returns null after a refusal, or if they are not available in time. */
  async #insist(gap: Gap): Promise<Trade[] | null> {
    const { ctx, patience, signal } = this.#deps
    for (let wait = patience.retryMs; ; wait *= 2) {
      try {
        const found = await this.#missing(gap)
        if (found) return found
      } catch (cause) {
        if (isRefusal(cause)) return null
      }
      if (signal.aborted || ctx.clock.now() + wait > gap.since + patience.holdMs) return null
      await pause(ctx.clock, wait, signal)
    }
  }

  /** The trades of the gap that are not recorded, in order; null while the provider has not recorded all of them. */
  async #missing({ after, before, to }: Gap): Promise<Trade[] | null> {
    const count = before - after.seq - 1
    const isCounted = count <= countedMax
    const found = new Map<number, Trade>()
    let isRecorded = false
    const rows = this.#deps.provider.trades(this.mirrored, Math.max(0, after.time - disorderMs), to + disorderMs)
    for await (const { t: time, p: price, v: volume, d, te, seq } of rows) {
      const at = (seq - (after.seq % seqRange) + seqRange) % seqRange
      isRecorded ||= seq === before % seqRange
      const isMissing = isCounted ? at > 0 && at <= count : time > after.time && time <= to && seq !== before % seqRange
      if (isMissing)
        found.set(seq, { seq: after.seq + at, time, price, volume, side: sideOf(d), session: sessionOf(te) })
    }
    if (isCounted ? found.size < count : !isRecorded) return null
    const trades = isCounted ? [...found.values()].sort((a, b) => a.seq - b.seq) : [...found.values()]
    const recorded = this.#recorded.map(contentsOf)
    return trades.filter((trade) => {
      const at = recorded.indexOf(contentsOf(trade))
      if (at !== -1) recorded.splice(at, 1)
      return at === -1
    })
  }

  /** Stores the provider's bars of the minutes that had ended before their missed trades arrived. */
  async #barsOf({ after, to }: { after: { time: number }; to: number }): Promise<void> {
    await this.#deps.provider.fill(this.mirrored, floorTo(after.time, minuteMs), to)
  }
}

export function sideOf(d: unknown): TickEvent['side'] {
  return d === 1 || d === 2 ? d : 0
}

export function sessionOf(te: unknown): TickEvent['session'] {
  return te === 1 || te === 2 ? te : 0
}

function positionText({ seq, time }: { seq: number; time: number }): string {
  return `${seq}~${time}`
}

function contentsOf({ time, price, volume }: Recorded): string {
  return `${time} ${price} ${volume}`
}

export function readPosition(text: string | null): { seq: number; time: number } | null {
  const [seq = Number.NaN, time = Number.NaN] = (text ?? '').split('~').map(Number)
  return text && Number.isSafeInteger(seq) && Number.isSafeInteger(time) ? { seq, time } : null
}

function floorTo(time: number, step: number): number {
  return time - (time % step)
}

/** Whether the minute of a time has ended, so that its bar is final. */
function hasEnded(time: number, now: number): boolean {
  return now >= floorTo(time, minuteMs) + minuteMs
}
