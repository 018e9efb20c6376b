import { ApiError, RestCalls, type Bar as WireBar, type Trade as WireTrade } from '#sdk/typescript/index.ts'
import { type AssetClass, type Interval, instrumentKey } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { type Bar, barFault } from '#src/market/bars/bar.ts'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { findInstrument, instrumentsById, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { canonicalRegion, parseInstrumentKey } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import { SourceRefused } from '../source.ts'

/** An instrument of the provider: its fields in the provider's notation, and our instrument. */
export type Mirrored = { class: AssetClass; region: string; code: string; symbol: string; instrument: Instrument }

const [daysBack, minutesBack] = [400, 1_440]
/** A gap of this length, ms, stands for the history that `backFill` imports. */
const historyMs = daysBack * dayMs
const rowsMax = 5_000

export class Provider {
  readonly calls: RestCalls
  readonly #ctx: Platform

  constructor(ctx: Platform, { url, key }: { url: string; key: string }) {
    this.#ctx = ctx
    this.calls = new RestCalls({ apiUrl: url, key, timeoutMs: 15_000, longestWaitMs: 30_000 })
  }

  /**
   * Our instrument for a provider's symbol, created if unknown. The name of the error when the provider does not know
   * the symbol, or our plan with the provider does not include it.
   */
  async mirror(symbol: string): Promise<Mirrored | string> {
    const requested = parseInstrumentKey(symbol)
    if (!requested) return 'invalid_symbol'
    const { class: type, code, region } = requested
    const info = await this.calls.symbol({ type, code, region }).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.kind === 'key') throw refusal(cause)
      if (cause instanceof ApiError && (cause.kind === 'unknown' || cause.kind === 'plan')) return cause.error
      throw cause
    })
    if (typeof info === 'string') return info
    const { c, t, r, e, d, cur, m, ps, lot, isin } = info.data
    const identity = { class: t, region: canonicalRegion(r), code: c.toUpperCase() }
    const symbolThere = instrumentKey({ class: t, region: r, code: c })
    const known = await findInstrument(this.#ctx, { ...identity, exchange: e || null })
    if (known && keyOf(known) === keyOf(identity))
      return { ...identity, code: c, symbol: symbolThere, instrument: known }
    const made = { ...identity, exchange: e, name: d || c, currency: cur, isin, lot, priceStep: stepOf(m, ps) }
    const [created] = await instrumentsById(this.#ctx, await upsertInstruments(this.#ctx, [made], 'relay'))
    if (!created) throw new Error(`could not create ${symbol}`)
    return { ...identity, code: c, symbol: symbolThere, instrument: created }
  }

  /** The recorded trades of a time range, both ends included. */
  async *trades({ class: name, region, code }: Mirrored, from: number, to: number): AsyncGenerator<WireTrade> {
    yield* this.calls.rows('trades', { class: name, region, code, from, to, limit: rowsMax })
  }

  /** Imports daily and minute bars before our first trade, because the session's figures begin with them. */
  async backFill(mirrored: Mirrored): Promise<void> {
    const now = this.#ctx.clock.now()
    await this.bars(mirrored, '1d', now - historyMs, now)
    await this.bars(mirrored, '1m', now - minutesBack * minuteMs, now)
  }

  /** The gap that stands for the history until the minute before `now`. */
  static historyUntil(now: number): { from: number; to: number } {
    const to = now - (now % minuteMs) - 1
    return { from: to - historyMs, to }
  }

  /** Imports the bars of a gap. */
  async fill(mirrored: Mirrored, from: number, to: number): Promise<void> {
    if (to - from >= historyMs) await this.backFill(mirrored)
    else await this.bars(mirrored, '1m', from, to)
  }

  /** Stores the provider's final bars of a time range as ours. */
  async bars(mirrored: Mirrored, interval: Interval, from: number, to: number): Promise<void> {
    const { class: name, region, code, instrument } = mirrored
    const bars: Bar[] = []
    for await (const row of this.calls.rows('kline', {
      class: name,
      region,
      code,
      interval,
      from,
      to,
      limit: rowsMax,
    })) {
      const bar = barOf(row)
      const limits = { now: this.#ctx.clock.now(), negativePrices: instrument.class === 'future' }
      const { time, open, high, low, close, volume } = bar
      if (row.final !== false && barFault(time, open, high, low, close, volume, limits) === null) bars.push(bar)
    }
    const last = bars.at(-1)
    if (!last) return
    await recordBars(
      this.#ctx,
      bars.map((bar) => ({ ...bar, instrumentId: instrument.id, interval })),
    )
    await announceHistory(this.#ctx, instrument, interval, last)
  }
}

/** Whether a retry is useless: the key or the plan does not allow the call, or the requested object does not exist. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof ApiError && ['key', 'plan', 'unknown', 'request'].includes(cause.kind)
}

export function refusal({ error, message }: { error: string; message: string }): SourceRefused {
  return new SourceRefused(`${error}: ${message}`)
}

function barOf({ t, o, h, l, c, v, tu }: WireBar): Bar {
  return { time: t, open: o, high: h, low: l, close: c, volume: v, turnover: tu, source: 'push' }
}

/** `m / ps` as a decimal number: 1 of 100 is 0.01. */
function stepOf(m: number, ps: number): string {
  const decimals = Math.min(10, Math.max(0, Math.round(Math.log10(ps))))
  return m > 0 && ps > 0 ? (m / ps).toFixed(decimals) : '0.01'
}
