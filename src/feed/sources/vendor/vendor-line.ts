import type { Counter } from 'prom-client'
import { type DepthEvent, intervalMs, type TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionAt } from '#src/market/calendar/session.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { quoteOf } from '../../publish/day-figures.ts'
import { faultOf } from '../../publish/publisher.ts'
import type { OpenGap, SourceEvent } from '../source.ts'
import { backFill, dayOf, historyMs, recordVendorBars } from './back-fill.ts'
import { type KnownTrades, overlapMs } from './known-trades.ts'
import { bookOf, isSound, middleOf } from './quotes.ts'
import type { Vendor, VendorBook, VendorQuote, VendorSymbol, VendorTrade } from './vendor.ts'

export type LinePatience = {
  /** Longest wait of live trades for missed trades. Then live trades are published first, missed trades later. */
  holdMs: number
  /** First delay before missed trades are requested again, ms; it doubles with each request. */
  retryMs: number
  /** A gap whose trades are still not available after this time, ms, is filled with bars. */
  barsMs: number
  /** If no trade was published for longer than this time, ms, bars fill the gap instead of single trades. */
  tradesBackMs: number
  /** After this delay, ms, the same missed trades are requested once more, because REST may have new trades late. */
  lagMs: number
}

type Gap = { id: number; from: number; to: number; since: number }
type Recheck = { from: number; to: number; at: number }

const heldMax = 100_000
let gapIds = 0

export type LineDeps = {
  ctx: Platform
  vendor: Vendor
  patience: LinePatience
  signal: AbortSignal
  requestErrors: Counter
  /** The keys of instruments whose figures of the day this process has published. */
  begun: Set<string>
  emit(event: SourceEvent): void
}

/**
 * One instrument of a vendor: publishes each trade at most once. After each connect, live trades wait until REST has
 * returned the missed trades, but at most `holdMs`. The vendor's trade numbers have gaps, so they do not reveal a
 * missing trade.
 */
export class VendorLine {
  readonly symbol: VendorSymbol
  readonly key: string
  readonly instrument: Instrument
  readonly #deps: LineDeps
  readonly #known: KnownTrades
  /**
   * Bars are imported instead of trades before this time, ms, because no trade was published yet, or none for longer
   * than `tradesBackMs`.
   */
  readonly #from: number
  #isBehind: boolean
  #held: VendorTrade[] | null = []
  #heldUntil = 0
  #meeting: Promise<void> | null = null
  #isMissing = false
  #owed: Gap[]
  #recheck: Recheck | null = null
  #out: TickEvent[] = []
  #depth: DepthEvent | null = null
  #flushing: NodeJS.Immediate | null = null

  /** `left`: open gaps of an ended connection; bars fill them. */
  constructor(
    deps: LineDeps,
    symbol: VendorSymbol,
    instrument: Instrument,
    known: KnownTrades,
    left: readonly OpenGap[],
  ) {
    this.#deps = deps
    this.symbol = symbol
    this.instrument = instrument
    this.key = keyOf(instrument)
    this.#known = known
    this.#owed = left.map((gap) => ({ ...gap, since: Number.NEGATIVE_INFINITY }))
    const now = deps.ctx.clock.now()
    this.#isBehind = now - (known.newest ?? 0) > deps.patience.tradesBackMs
    this.#from = this.#isBehind ? floorTo(now) : Number.NEGATIVE_INFINITY
  }

  receive(trade: VendorTrade): void {
    if (!this.#held) this.#pass([trade])
    else if (this.#held.push(trade) > heldMax) throw new Error(`${this.key}: too many trades are held back`)
  }

  quote(quote: VendorQuote): void {
    if (!isSound(quote)) return
    this.book(bookOf(quote))
    if (this.symbol.class === 'forex') this.receive(middleOf(quote))
  }

  book(book: VendorBook): void {
    this.#depth = { type: 'depth', key: this.key, ...book, source: this.#deps.vendor.source }
    this.#flushSoon()
  }

  /** Requests missed trades, then releases the live trades. Called when trades may have been missed. */
  meet(): Promise<void> {
    this.#held ??= []
    this.#isMissing = true
    this.#meeting ??= this.#meet().finally(() => {
      this.#meeting = null
    })
    return this.#meeting
  }

  async #meet(): Promise<void> {
    this.#heldUntil = this.#deps.ctx.clock.now() + this.#deps.patience.holdMs
    while (this.#isMissing) {
      this.#isMissing = false
      if (this.#isBehind) await this.#begin()
      await this.#publishDay()
      await this.#requestMissed()
      if (this.#deps.signal.aborted) return
    }
    const held = this.#held ?? []
    this.#held = null
    this.#pass(held)
  }

  /** Imports bars: before the first trade the history, and after a long interruption the missed time. */
  async #begin(): Promise<void> {
    const { newest } = this.#known
    this.#deps.begun.delete(this.key)
    if (newest !== null) this.#owe({ from: newest - overlapMs, to: this.#from, since: Number.NEGATIVE_INFINITY })
    else if (!(await this.#insist(() => backFill(this.#deps, this.symbol, this.instrument)))) this.#oweHistory()
    this.#known.beginAt(this.#from)
    this.#isBehind = false
    this.#flushSoon()
  }

  async #publishDay(): Promise<void> {
    const { vendor, begun, emit, signal } = this.#deps
    if (vendor.source !== 'exchange' || begun.has(this.key)) return
    await this.#insist(async () => {
      const figures = await dayOf(this.#deps, this.symbol, this.instrument)
      if (!figures) return
      const quote = quoteOf(this.key, figures, 0, vendor.source)
      emit({ kind: 'events', key: this.key, events: [quote], position: null })
    })
    if (!signal.aborted) begun.add(this.key)
  }

  async #requestMissed(): Promise<void> {
    const { ctx, patience, signal } = this.#deps
    const to = ctx.clock.now()
    const missed = { from: Math.max((this.#known.newest ?? 0) - overlapMs, this.#from), to }
    const isComplete = await this.#insist(() => this.#request(missed))
    const from = Math.min(missed.from, this.#recheck?.from ?? to)
    if (isComplete) this.#recheck = { from, to, at: ctx.clock.now() + patience.lagMs }
    else if (!signal.aborted) this.#owe({ ...missed, since: to })
  }

  /** Retries open gaps, and requests again the trades that REST did not have yet. Returns whether each try succeeded. */
  async settle(): Promise<boolean[]> {
    const { ctx, patience, signal, begun, emit } = this.#deps
    const results: boolean[] = []
    if (this.#recheck && ctx.clock.now() >= this.#recheck.at) {
      const { from, to } = this.#recheck
      this.#recheck = null
      const isComplete = await this.#try(async () => {
        await this.#request({ from, to: to + overlapMs })
        // A minute that ended before its missed trades came is incomplete, so its bar is replaced.
        if (floorTo(from + overlapMs) < floorTo(to)) await this.#recordBars(from, to)
      })
      results.push(isComplete)
      if (!isComplete) this.#owe({ from, to, since: ctx.clock.now() })
    }
    for (const gap of [...this.#owed]) {
      if (signal.aborted) break
      const isLate = ctx.clock.now() - gap.since > patience.barsMs
      // The vendor's bar of a running minute would stay incomplete.
      if (isLate && ctx.clock.now() < floorTo(gap.to - 1) + minuteMs) continue
      const found = !isLate && (await this.#try(() => this.#request(gap)))
      const isFilled = (found || isLate) && (await this.#try(() => this.#fill(gap)))
      results.push(isFilled)
      if (!isFilled) continue
      this.#owed = this.#owed.filter((one) => one !== gap)
      emit({ kind: 'filled', id: gap.id, by: found ? 'trades' : 'bars' })
      if (found) continue
      // The figures of the day lack the trades of the gap.
      begun.delete(this.key)
      await this.#publishDay()
    }
    return results
  }

  async #fill(gap: Gap): Promise<void> {
    if (isHistory(gap)) await backFill(this.#deps, this.symbol, this.instrument)
    else await this.#recordBars(gap.from, gap.to)
  }

  async #recordBars(from: number, to: number): Promise<void> {
    for (const interval of this.#deps.vendor.intervals)
      if (interval !== '1d')
        await recordVendorBars(
          this.#deps,
          this.symbol,
          this.instrument,
          interval,
          floorTo(from, intervalMs[interval]),
          to,
        )
  }

  #oweHistory(): void {
    const to = this.#from
    if (this.#deps.signal.aborted || this.#owed.some(isHistory)) return
    this.#owe({ from: to - historyMs, to, since: Number.NEGATIVE_INFINITY })
  }

  #owe({ from, to, since }: Omit<Gap, 'id'>): void {
    gapIds += 1
    this.#owed.push({ id: gapIds, from, to, since })
    this.#deps.emit({ kind: 'gap', id: gapIds, key: this.key, from, to })
  }

  /** Repeats a request until it succeeds. Returns false when `holdMs` allows no further attempt, or at the stop. */
  async #insist(work: () => Promise<void>): Promise<boolean> {
    const { ctx, patience, signal } = this.#deps
    for (let wait = patience.retryMs; !signal.aborted; wait *= 2) {
      if (await this.#try(work)) return true
      if (ctx.clock.now() + wait > this.#heldUntil) return false
      await pause(ctx.clock, wait, signal)
    }
    return false
  }

  /** Makes a request. Returns false if it fails or is aborted. */
  async #try(work: () => Promise<void>): Promise<boolean> {
    const { ctx, vendor, signal, requestErrors } = this.#deps
    try {
      await work()
      return !signal.aborted
    } catch (cause) {
      requestErrors.inc({ source: vendor.name })
      ctx.log.debug('a request to a vendor failed', { instrument: this.key, cause })
      return false
    }
  }

  async #request({ from, to }: { from: number; to: number }): Promise<void> {
    const { vendor, signal } = this.#deps
    for await (const trades of vendor.trades(this.symbol, from, to)) {
      if (signal.aborted) return
      this.#pass(trades)
    }
  }

  #pass(trades: readonly VendorTrade[]): void {
    for (const trade of trades) {
      const tick = this.#tickOf(trade)
      if (tick && this.#known.add(trade)) this.#out.push(tick)
    }
    if (this.#out.length > 0) this.#flushSoon()
  }

  /** Returns null for a trade that breaks a rule. The trade is left out and counted. */
  #tickOf({ time, price, volume, side }: VendorTrade): TickEvent | null {
    const { ctx, vendor } = this.#deps
    const { source } = vendor
    const tick = { type: 'tick', key: this.key, time, price, volume, side, session: 0, source } as const
    const fault = faultOf(tick, ctx.clock.now())
    if (fault === null) return { ...tick, session: this.#sessionAt(time) }
    ctx.metrics
      .counter('tapewire_feed_ticks_refused_total', 'Ticks left out, by reason.', ['reason', 'source'])
      .inc({ reason: fault, source })
    return null
  }

  #sessionAt(time: number): TickEvent['session'] {
    if (this.symbol.class === 'crypto' || this.symbol.class === 'forex') return 0
    const session = sessionAt(exchangeOf(this.#deps.ctx, this.instrument), time)
    return session === 'pre' ? 1 : session === 'after' ? 2 : 0
  }

  /** Publishes the events of one frame together. */
  #flushSoon(): void {
    this.#flushing ??= setImmediate(() => {
      this.#flushing = null
      // Waits for the bars, because the session's figures begin with them.
      if (this.#isBehind) return
      const [ticks, depth] = [this.#out, this.#depth]
      this.#out = []
      this.#depth = null
      const position = ticks.length > 0 ? this.#known.text() : null
      const events = depth ? [...ticks, depth] : ticks
      if (events.length > 0) this.#deps.emit({ kind: 'events', key: this.key, events, position })
    })
  }
}

function isHistory({ from, to }: Gap): boolean {
  return to - from >= historyMs
}

function floorTo(time: number, step = minuteMs): number {
  return time - (time % step)
}
