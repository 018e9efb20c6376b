import { type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import type { RecordedBar } from '#src/market/bars/bars.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import { type Figures, rolled } from '../../publish/day-figures.ts'
import { simulateDay, simulateMinute } from './bars.ts'
import { stretchesOf } from './hours.ts'
import { onGrid, type Profile } from './profile.ts'

export const historyDays = 730
export const minuteDays = 7

/** The simulated bar from which the simulation continues after a stop; null: nothing is stored. */
export type Origin = { time: number; close: number; interval: Interval } | null

/** `price`: the final level, not rounded to the price step. */
export type Filled = { bars: RecordedBar[]; figures: Figures | null; price: number }

/**
 * Simulated history up to the current minute at `now`: days that have ended, and minutes of the last week. With an
 * origin, the history continues from that close; otherwise it ends near the instrument's usual price.
 */
export function fillHistory(
  profile: Profile,
  origin: Origin,
  today: number,
  now: number,
  before: Figures | null,
): Filled {
  const firstMinuteDate = today - minuteDays * dayMs
  const startDate = origin ? dateAfter(origin.time) : today - historyDays * dayMs
  const days = datesBetween(profile, startDate, firstMinuteDate)
  const start = origin?.close ?? levelled(profile, days)
  const rows: RecordedBar[] = []
  const row = (interval: '1d' | '1m', bar: Bar): void => {
    rows.push({ ...bar, instrumentId: profile.instrumentId, interval })
  }
  let price = start
  let figures = before
  for (const { date, minutes } of days) {
    const { bar, level } = simulateDay(profile, date, price, minutes)
    row('1d', bar)
    price = level
    figures = rolled(null, date, { ...bar, time: bar.time })
  }
  // The next date follows a day, the next minute the end of a shorter bar.
  const isWithinDay = origin !== null && isIntraday(origin.interval)
  const from = isWithinDay ? origin.time + intervalMs[origin.interval] : origin ? startDate : 0
  for (let date = Math.max(startDate - dayMs, firstMinuteDate); date <= today; date += dayMs) {
    const stretches = stretchesOf(profile.exchange, date)
    for (const { open, close } of stretches) {
      const last = Math.min(close, now - (now % minuteMs))
      for (let time = Math.max(open, from); time < last; time += minuteMs) {
        const { bar, level } = simulateMinute(profile, time, price, (time - open) / (close - open))
        row('1m', bar)
        price = level
        figures = rolled(figures, date, bar)
      }
    }
    const ended = stretches.at(-1)?.close ?? Number.POSITIVE_INFINITY
    const isWhole = before?.date === date || from <= (stretches[0]?.open ?? 0)
    if (figures?.date === date && ended <= now && ended > from && isWhole) row('1d', dayOf(figures))
  }
  return { bars: rows, figures, price }
}

function dayOf({ date, open, high, low, last, volume, turnover }: Figures): Bar {
  return { time: date, open, high, low, close: last, volume, turnover, source: 'simulated' }
}

/** The date after a bar. A daily bar is dated at 00:00 UTC of its date, so the next bar begins on the next date. */
function dateAfter(time: number): number {
  return Math.floor(time / dayMs) * dayMs + dayMs
}

function datesBetween(profile: Profile, from: number, until: number): { date: number; minutes: number }[] {
  const found: { date: number; minutes: number }[] = []
  for (let date = from; date < until; date += dayMs) {
    const minutes = stretchesOf(profile.exchange, date).reduce(
      (sum, { open, close }) => sum + (close - open) / minuteMs,
      0,
    )
    if (minutes > 0) found.push({ date, minutes })
  }
  return found
}

/** A start price from which the days end at the usual price. A first pass over the days finds the move of the price. */
function levelled(profile: Profile, days: readonly { date: number; minutes: number }[]): number {
  let price = profile.startPrice
  for (const { date, minutes } of days) price = simulateDay(profile, date, price, minutes).level
  return onGrid(profile, (profile.startPrice * profile.startPrice) / price)
}
