import type { DepthEvent, TickEvent } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { roundTo } from '#src/market/bars/bar.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionAt } from '#src/market/calendar/session.ts'
import { decimalsOf, type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { pause } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { faultOf } from '../../publish/publisher.ts'
import type { OpenGap, SourceEvent } from '../source.ts'
import { recordVendorBars } from './back-fill.ts'
import { KnownTrades, overlapMs } from './known-trades.ts'
import type { Vendor, VendorQuote, VendorSymbol, VendorTrade } from './vendor.ts'

export type LinePatience = {
  /** Longest wait of live trades for missed ones. Then live trades are published first, the missed ones later. */
  holdMs: number
  /** First delay before missed trades are requested again, ms; it doubles with each request. */
  retryMs: number
  /** A gap whose trades are still not available after this time, ms, is filled with bars. */
  barsMs: number
  /** A gap longer than this, ms, is filled with bars instead of single trades. */
  tradesBackMs: number
  /** After this delay, ms, the same missed trades are requested once more, because REST may lag behind the socket. */
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
  emit(event: SourceEvent): void
}

/**
 * One instrument of a vendor: publishes each trade once. After every connection, live trades wait until REST has the
 * missed ones. Vendors' trade numbers have gaps, so a missing trade cannot be noticed otherwise.
 */
export class VendorLine {
  readonly symbol: VendorSymbol
  readonly key: string
  readonly instrument: Instrument
  readonly #deps: LineDeps
  readonly #known: KnownTrades
  #held: VendorTrade[] | null = []
  #isMeeting = false
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
    position: string | null,
    left: readonly OpenGap[] = [],
  ) {
    this.#deps = deps
    this.symbol = symbol
    this.instrument = instrument
    this.key = keyOf(instrument)
    this.#known = new KnownTrades(position)
    this.#owed = left.map((gap) => ({ ...gap, since: Number.NEGATIVE_INFINITY }))
  }

  receive(trade: VendorTrade): void {
    if (!this.#held) this.#pass([trade])
    else if (this.#held.push(trade) > heldMax) throw new Error(`${this.key}: too many trades are held back`)
  }

  quote(quote: VendorQuote): void {
    if (!isSound(quote)) return
    this.#depth = bookOf(this.key, quote)
    this.#flushSoon()
    if (this.symbol.class === 'forex') this.receive(middleOf(quote, decimalsOf(this.instrument.priceStep)))
  }

  /** Called when the subscription is confirmed: requests the trades before it, then releases the live ones. */
  async meet(): Promise<void> {
    if (this.#isMeeting || !this.#held) return
    this.#isMeeting = true
    const { ctx, patience, signal } = this.#deps
    const [newest, to] = [this.#known.newest, ctx.clock.now()]
    if (newest !== null) {
      const missed = { from: newest - overlapMs, to }
      const isLong = to - newest > patience.tradesBackMs
      if (isLong || !(await this.#insist(missed))) {
        if (signal.aborted) return
        this.#owe({ ...missed, since: isLong ? Number.NEGATIVE_INFINITY : to })
      } else this.#recheck = { ...missed, at: ctx.clock.now() + patience.lagMs }
    }
    const held = this.#held
    this.#held = null
    this.#pass(held)
  }

  /** Retries the gaps that were not filled in time, and requests again the trades that REST did not have yet. */
  async settle(): Promise<void> {
    const { ctx, patience, signal, emit } = this.#deps
    if (this.#recheck && ctx.clock.now() >= this.#recheck.at) {
      const { from, to } = this.#recheck
      this.#recheck = null
      if (!(await this.#fetch({ from, to: to + overlapMs }))) this.#owe({ from, to, since: ctx.clock.now() })
    }
    for (const gap of [...this.#owed]) {
      if (signal.aborted) return
      const isLate = ctx.clock.now() - gap.since > patience.barsMs
      // The vendor's bar of a running minute would stay incomplete.
      if (isLate && ctx.clock.now() < floorTo(gap.to) + minuteMs) continue
      const found = !isLate && (await this.#fetch(gap))
      if (!found && !isLate) continue
      try {
        await recordVendorBars(this.#deps, this.symbol, this.instrument, '1m', floorTo(gap.from), gap.to)
        this.#owed = this.#owed.filter((one) => one !== gap)
        emit({ kind: 'filled', id: gap.id, by: found ? 'trades' : 'bars' })
      } catch (cause) {
        ctx.log.debug('a gap could not be filled yet', { key: this.key, cause })
      }
    }
  }

  #owe({ from, to, since }: Omit<Gap, 'id'>): void {
    gapIds += 1
    this.#owed.push({ id: gapIds, from, to, since })
    this.#deps.emit({ kind: 'gap', id: gapIds, key: this.key, from, to })
  }

  async #insist(missed: { from: number; to: number }): Promise<boolean> {
    const { ctx, patience, signal } = this.#deps
    const until = ctx.clock.now() + patience.holdMs
    for (let wait = patience.retryMs; !signal.aborted; wait *= 2) {
      if (await this.#fetch(missed)) return true
      if (ctx.clock.now() + wait > until) return false
      await pause(ctx.clock, wait, signal)
    }
    return false
  }

  /** Requests the trades of a time range; returns whether all recorded ones were received. */
  async #fetch({ from, to }: { from: number; to: number }): Promise<boolean> {
    const { ctx, vendor, signal } = this.#deps
    try {
      for await (const trades of vendor.trades(this.symbol, from, to)) {
        if (signal.aborted) return false
        this.#pass(trades)
      }
      return true
    } catch (cause) {
      ctx.log.debug('missed trades could not be requested', { key: this.key, cause })
      return false
    }
  }

  #pass(trades: readonly VendorTrade[]): void {
    for (const trade of trades) {
      const tick = this.#tickOf(trade)
      if (tick && this.#known.add(trade)) this.#out.push(tick)
    }
    if (this.#out.length > 0) this.#flushSoon()
  }

  /** Null for a trade that breaks a rule; it is counted, and the next ones continue. */
  #tickOf({ time, price, volume, side }: VendorTrade): TickEvent | null {
    const { ctx } = this.#deps
    const tick = { type: 'tick', key: this.key, time, price, volume, side, session: 0, source: 'push' } as const
    const fault = faultOf(tick, ctx.clock.now())
    if (fault === null) return { ...tick, session: this.#sessionAt(time) }
    ctx.metrics
      .counter('tapewire_feed_ticks_refused_total', 'Ticks left out, by reason.', ['reason', 'source'])
      .inc({ reason: fault, source: 'push' })
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
      const [ticks, depth] = [this.#out, this.#depth]
      this.#out = []
      this.#depth = null
      const position = ticks.length > 0 ? this.#known.text() : null
      const events = depth ? [...ticks, depth] : ticks
      if (events.length > 0) this.#deps.emit({ kind: 'events', key: this.key, events, position })
    })
  }
}

function isSound({ time, bid, bidVolume, ask, askVolume }: VendorQuote): boolean {
  if (!Number.isSafeInteger(time) || !Number.isFinite(bid + bidVolume + ask + askVolume)) return false
  if (Math.min(bid, bidVolume, ask, askVolume) < 0 || bid + ask === 0) return false
  return bid === 0 || ask === 0 || bid <= ask
}

function bookOf(key: string, { time, bid, bidVolume, ask, askVolume }: VendorQuote): DepthEvent {
  const side = (price: number, volume: number) => (price > 0 ? [{ price, volume, orders: 0 }] : [])
  return { type: 'depth', key, time, asks: side(ask, askVolume), bids: side(bid, bidVolume), source: 'push' }
}

/** Currencies have no trades, so the middle of bid and offer is the price. Each quote gives one price. */
export function middleOf({ time, bid, ask }: VendorQuote, decimals: number): VendorTrade {
  const price = bid > 0 && ask > 0 ? roundTo((bid + ask) / 2, decimals + 1) : Number.NaN
  return { id: `${time}/${bid}/${ask}`, time, price, volume: 0, side: 0 }
}

function floorTo(time: number): number {
  return time - (time % minuteMs)
}
