import { intervals } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { StoredSpan } from '../bars/bar-store.ts'
import { barStarting } from '../bars/bar-time.ts'
import { exchangeOf } from '../calendar/exchange-of.ts'
import { tradingDate } from '../calendar/session.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Found } from './finding.ts'
import { tradingDays } from './open-days.ts'

/** A series has stopped after this number of whole trading days without a bar. Shorter gaps may be late reports. */
const daysMin = 3
/** Like `daysMin`, for calendars without a holiday list, whose longest closures are a week. */
const daysMinUnlisted = 8
/** Trading days since the last bar are counted up to this number, because a higher number makes no difference. */
const daysMax = 20

/** Listed instruments whose bars ended although their market was open. */
export function stoppedSeries(
  ctx: Platform,
  instruments: readonly Instrument[],
  spans: ReadonlyMap<number, readonly StoredSpan[]>,
): Found[] {
  return instruments.flatMap((instrument) => {
    const own = spans.get(instrument.id) ?? []
    // Simulated series are skipped, because a simulation has no source that could fail.
    return isTraded(instrument, ctx.clock.now()) && !own.every(({ isSimulated }) => isSimulated)
      ? stopOf(ctx, instrument, own)
      : []
  })
}

function isTraded({ state, expiresOn }: Instrument, now: number): boolean {
  return state === 'listed' && (expiresOn === null || expiresOn >= now)
}

function stopOf(ctx: Platform, instrument: Instrument, spans: readonly StoredSpan[]): Found[] {
  const exchange = exchangeOf(ctx, instrument)
  const ended = spans.flatMap(({ interval: number, last }) => {
    const interval = intervals[number - 1]
    return interval ? [{ interval, last, end: barStarting(exchange, interval, last).end }] : []
  })
  const newest = ended.reduce<(typeof ended)[number] | null>((a, b) => (a && a.end >= b.end ? a : b), null)
  if (!newest) return []
  const after = tradingDate(exchange, newest.end - 1) + dayMs
  const days = tradingDays(exchange, after, ctx.clock.now() - dayMs, daysMax).length
  if (days < (exchange.calendar === null && exchange.hours.kind !== 'utc' ? daysMinUnlisted : daysMin)) return []
  const { interval, last } = newest
  return [{ instrumentId: instrument.id, interval, kind: 'stopped', first: last, last, detail: { days } }]
}
