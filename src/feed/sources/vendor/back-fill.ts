import { intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { type Bar, barFault } from '#src/market/bars/bar.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import type { Exchange } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { tradingDate } from '#src/market/calendar/session.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Figures, rolled } from '../../publish/day-figures.ts'
import type { Vendor, VendorBar, VendorInterval, VendorSymbol } from './vendor.ts'

/** The time span of the bars before the first trade, ms. */
const reachMs: Readonly<Record<VendorInterval, number>> = { '1d': 400 * dayMs, '1h': 30 * dayMs, '1m': dayMs }

/** A gap of this length, ms, is filled by `backFill`: it stands for bars that could not be imported at first. */
export const historyMs = reachMs['1d']

type Deps = { ctx: Platform; vendor: Vendor }

/** Imports bars before our first trade, because the session's figures begin with them. */
export async function backFill(deps: Deps, symbol: VendorSymbol, instrument: Instrument): Promise<void> {
  const now = deps.ctx.clock.now()
  for (const interval of deps.vendor.intervals) {
    // The vendor's days of currencies are not imported. Our days, which are UTC dates, are built from finer bars.
    if (symbol.class === 'forex' && interval === '1d') continue
    await recordVendorBars(deps, symbol, instrument, interval, now - reachMs[interval], now)
  }
}

/** The figures of the running day so far; null before its first trade. The turnover is unknown. */
export async function dayOf(deps: Deps, symbol: VendorSymbol, instrument: Instrument): Promise<Figures | null> {
  const now = deps.ctx.clock.now()
  const exchange = exchangeOf(deps.ctx, instrument)
  const today = tradingDate(exchange, now)
  let figures: Figures | null = null
  for await (const days of deps.vendor.bars(symbol, '1d', today - dayMs, now))
    for (const day of days)
      if (isOurDay(exchange, day.time)) figures = rolled(figures, day.time, { ...day, turnover: Number.NaN })
  return figures?.date === today ? { ...figures, time: now } : null
}

/** Stores the vendor's final bars of a time range as ours; bars that break a rule are left out and counted. */
export async function recordVendorBars(
  { ctx, vendor }: Deps,
  symbol: VendorSymbol,
  instrument: Instrument,
  interval: VendorInterval,
  from: number,
  to: number,
): Promise<void> {
  const exchange = exchangeOf(ctx, instrument)
  const refused = ctx.metrics.counter('tapewire_feed_bars_refused_total', 'Bars of a source left out, by reason.', [
    'reason',
  ])
  for await (const page of vendor.bars(symbol, interval, from, to)) {
    const now = ctx.clock.now()
    const bars: Bar[] = []
    for (const one of page) {
      const { time, open, high, low, close, volume } = ourTime(one)
      const isOurs = interval !== '1d' || isOurDay(exchange, one.time)
      const reason =
        (isOurs ? faultOf(interval, time) : 'misaligned_time') ??
        barFault(time, open, high, low, close, volume, { now, negativePrices: false })
      if (reason) refused.inc({ reason })
      else if (isFinal(exchange, interval, time, now))
        bars.push({ time, open, high, low, close, volume, turnover: 0, source: vendor.source })
    }
    const last = bars.at(-1)
    if (!last) continue
    await recordBars(
      ctx,
      bars.map((bar) => ({ ...bar, instrumentId: instrument.id, interval })),
    )
    await announceHistory(ctx, instrument, interval, last)
  }

  /** Converts the time of a daily bar: the vendors' days begin at midnight of the exchange. */
  function ourTime(bar: VendorBar): VendorBar {
    return interval === '1d' && Number.isSafeInteger(bar.time) ? { ...bar, time: tradingDate(exchange, bar.time) } : bar
  }
}

/** Whether a daily bar has the times of our day. Some vendors end the days of crypto at another hour than 00:00 UTC. */
function isOurDay({ day }: Exchange, time: number): boolean {
  return day.kind !== 'utc' || !Number.isSafeInteger(time) || time % dayMs === 0
}

function faultOf(interval: VendorInterval, time: number): 'not_a_number' | 'misaligned_time' | null {
  if (!Number.isSafeInteger(time)) return 'not_a_number'
  return time % intervalMs[interval] === 0 ? null : 'misaligned_time'
}
