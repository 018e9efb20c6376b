import { dayMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { sumMinutes } from '#src/market/bars/bars.ts'
import { readStoredDays } from '#src/market/history/newest-days.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Stretch, stretchesOf } from './hours.ts'
import type { Profile } from './profile.ts'

/**
 * The newest days of an instrument, oldest first: days that are stored as daily bars, then days of which only minutes
 * are stored.
 */
export type KnownDays = { stored: readonly Bar[]; fromMinutes: readonly Bar[] }

export type Simulated = { instrument: Instrument; profile: Profile }

/**
 * The newest days of simulated instruments, by id, at most `limit` of each kind. Simulated minutes are within trading
 * hours, so one query sums the minutes of a date for all instruments; `readNewestDays` needs a query for each calendar.
 */
export async function knownDays(
  ctx: Platform,
  simulated: readonly Simulated[],
  { today, limit }: { today: (one: Simulated) => number; limit: number },
): Promise<Map<number, KnownDays>> {
  const instruments = simulated.map(({ instrument }) => instrument)
  const days = await readStoredDays(ctx, instruments, limit)
  const open = simulated.map((one) => {
    const last = days.get(one.instrument.id)?.at(-1)?.time ?? 0
    return { id: one.instrument.id, dates: tradingDates(one.profile, last, today(one), limit) }
  })
  const found = new Map<number, Bar[]>()
  for (let at = 0; at < limit; at += 1) {
    const wanted = open.filter(({ dates }) => dates[at])
    if (wanted.length === 0) break
    const groups = Map.groupBy(wanted, ({ dates }) => JSON.stringify(dates[at]))
    const sums = await sumMinutes(
      ctx,
      [...groups.values()].map((group) => ({
        instruments: group.map(({ id }) => id),
        spans: group[0]?.dates[at] ?? [],
      })),
    )
    for (const { id, dates } of wanted) {
      const [bar, date] = [sums.get(id), dates[at]?.[0]?.date]
      if (bar && date !== undefined) found.set(id, [...(found.get(id) ?? []), { ...bar, time: date }])
    }
  }
  return new Map(
    simulated.map(({ instrument: { id } }) => [id, { stored: days.get(id) ?? [], fromMinutes: found.get(id) ?? [] }]),
  )
}

/** The trading hours of the newest dates after `last` up to `today`, at most `limit` dates, oldest first. */
function tradingDates({ exchange }: Profile, last: number, today: number, limit: number): Stretch[][] {
  const dates: Stretch[][] = []
  for (let date = today; date > last && date > today - 4 * limit * dayMs && dates.length < limit; date -= dayMs) {
    const stretches = stretchesOf(exchange, date)
    if (stretches.length > 0) dates.push(stretches)
  }
  return dates.reverse()
}
