import type { Trade } from 'ccxt'
import type { Interval } from '#src/contract/market.ts'
import { type Bar, barFault } from '#src/market/bars/bar.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { barOf, type Venue } from './venue.ts'

const pagesMax = 500

/**
 * Every trade since `from`, page by page, until the exchange has no newer one or the pages reach the newest of
 * `live`. `live`: the trades that arrive meanwhile; without this bound, a busy market would never end.
 */
export async function* tradesSince(
  venue: Venue,
  symbol: string,
  from: number,
  live: () => readonly Trade[],
): AsyncGenerator<Trade[]> {
  let seen = new Set<string>()
  let since = from
  for (let page = 0; page < pagesMax; page += 1) {
    const liveUntil = live().at(-1)?.timestamp ?? Number.POSITIVE_INFINITY
    const trades = await venue.fetchTrades(symbol, since)
    const name = ({ id, timestamp, price, amount }: Trade) => id ?? `${timestamp} ${price} ${amount}`
    const newTrades = trades.filter((trade) => !seen.has(name(trade)))
    if (newTrades.length === 0) return
    seen = new Set(trades.map(name))
    yield newTrades
    since = Math.max(since, ...newTrades.map(({ timestamp }) => timestamp ?? 0))
    if (since >= liveUntil) return
  }
}

/** The exchange's own bars from `from` on, or all that it has; the final ones replace our bars in the store. */
export async function fillBars(
  ctx: Platform,
  venue: Venue,
  { symbol, instrument }: { symbol: string; instrument: Instrument },
  interval: Interval,
  from: number | undefined,
): Promise<Bar[]> {
  const all = new Map<number, Bar>()
  let since = from
  for (let page = 0; page < pagesMax; page += 1) {
    const candles = await venue.fetchOHLCV(symbol, interval, since)
    const newBars = candles.map(barOf).filter((bar) => !all.has(bar.time) && isSound(ctx, bar))
    for (const bar of newBars) all.set(bar.time, bar)
    if (newBars.length === 0 || since === undefined) break
    since = Math.max(...all.keys())
  }
  const bars = [...all.values()].sort((a, b) => a.time - b.time)
  const exchange = exchangeOf(ctx, instrument)
  const finished = bars.filter(({ time }) => isFinal(exchange, interval, time, ctx.clock.now()))
  const last = finished.at(-1)
  if (last) {
    await recordBars(
      ctx,
      finished.map((bar) => ({ ...bar, instrumentId: instrument.id, interval })),
    )
    await announceHistory(ctx, instrument, interval, last)
  }
  return bars
}

function isSound(ctx: Platform, { time, open, high, low, close, volume }: Bar): boolean {
  const limits = { now: ctx.clock.now(), negativePrices: false }
  const reason = barFault(time, open, high, low, close, volume, limits)
  if (reason)
    ctx.metrics
      .counter('tapewire_feed_bars_refused_total', 'Bars of an exchange left out, by reason.', ['reason'])
      .inc({ reason })
  return reason === null
}
