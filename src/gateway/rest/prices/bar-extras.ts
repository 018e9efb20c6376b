import type { Beside } from '#src/contract/envelope.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import { hasKnownHolidays } from '#src/market/calendar/special-days.ts'
import { type BarQuery, hoursFor } from '#src/market/history/history.ts'
import { readTradeFigures, type TradeFigures } from '#src/market/history/trade-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Directory } from '../instruments/directory.ts'

type Deps = { ctx: Platform; directory: Directory }
type Read = Pick<BarQuery, 'instrument' | 'interval' | 'session' | 'day' | 'source' | 'adjust'>

/** By the time of each bar: the number of its trades and their average price. */
export async function tradesOfBars(
  { ctx, directory }: Deps,
  query: Read,
  bars: readonly Bar[],
): Promise<Map<number, TradeFigures>> {
  const { id } = query.instrument
  const factors = query.adjust === 'none' ? [] : await directory.factors(query.instrument)
  return readTradeFigures(ctx, { ...query, factors, coverage: await directory.coverage(id) }, bars)
}

/** Whether the first bar is a day, or longer, of a year whose holidays and half days are unknown. */
export function isBeforeCalendar(ctx: Pick<Platform, 'kept'>, query: Read, bars: readonly Bar[]): boolean {
  const first = isIntraday(query.interval) ? undefined : bars[0]
  return first !== undefined && !hasKnownHolidays(hoursFor(ctx, query).exchange, first.time)
}

/** Only days that are built from shorter bars depend on the calendar; stored days do not. */
export async function calendarWarning({ ctx, directory }: Deps, query: Read): Promise<Beside['warning']> {
  const { exchange } = hoursFor(ctx, query)
  const coverage = await directory.coverage(query.instrument.id)
  const isBuilt = [...coverage].some(([base, { first }]) => isIntraday(base) && !hasKnownHolidays(exchange, first))
  return isBuilt ? 'calendar_unknown' : undefined
}
