import { dayMs, minuteMs } from '#src/contract/time.ts'
import { type Bar, barFault } from '#src/market/bars/bar.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { announceHistory, recordBars } from '#src/market/bars/bars.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { tradingDate } from '#src/market/calendar/session.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Vendor, VendorBar, VendorSymbol } from './vendor.ts'

const [daysBack, minutesBack] = [400, 1_440]

type Deps = { ctx: Platform; vendor: Vendor }

/** Imports daily and minute bars before our first trade, because the session's figures begin with them. */
export async function backFill(deps: Deps, symbol: VendorSymbol, instrument: Instrument): Promise<void> {
  const now = deps.ctx.clock.now()
  // Our days of currencies end in the afternoon in New York; the vendor's end at midnight.
  if (symbol.class !== 'forex') await recordVendorBars(deps, symbol, instrument, '1d', now - daysBack * dayMs, now)
  await recordVendorBars(deps, symbol, instrument, '1m', now - minutesBack * minuteMs, now)
}

/** Stores the vendor's final bars of a time range as ours; bars that break a rule are counted. */
export async function recordVendorBars(
  { ctx, vendor }: Deps,
  symbol: VendorSymbol,
  instrument: Instrument,
  interval: '1m' | '1d',
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
      const reason =
        faultOf(interval, time) ?? barFault(time, open, high, low, close, volume, { now, negativePrices: false })
      if (reason) refused.inc({ reason })
      else if (isFinal(exchange, interval, time, now))
        bars.push({ time, open, high, low, close, volume, turnover: 0, source: 'push' })
    }
    const last = bars.at(-1)
    if (!last) continue
    await recordBars(
      ctx,
      bars.map((bar) => ({ ...bar, instrumentId: instrument.id, interval })),
    )
    await announceHistory(ctx, instrument, interval, last)
  }

  /** Vendors begin a day at midnight of its exchange. */
  function ourTime(bar: VendorBar): VendorBar {
    return interval === '1d' && Number.isSafeInteger(bar.time) ? { ...bar, time: tradingDate(exchange, bar.time) } : bar
  }
}

function faultOf(interval: '1m' | '1d', time: number): 'not_a_number' | 'misaligned_time' | null {
  if (!Number.isSafeInteger(time)) return 'not_a_number'
  return time % (interval === '1d' ? dayMs : minuteMs) === 0 ? null : 'misaligned_time'
}
