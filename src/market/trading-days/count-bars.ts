import { isRefusal } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { dayOf, instantOf, spansOf } from '../calendar/session.ts'
import { type BarsOfDay, barsOfDay, type DayOfBars, type HoursGroup, idsOf } from './affected-store.ts'

/** An exchange before and after a change, and the groups of instruments with its hours. */
export type Sides = { before: Exchange; after: Exchange; own: readonly HoursGroup[] }

/** The time limit for counting the bars of all exchanges of a calendar, ms, since a person waits for the result. */
const countMsMax = 1_000

const none: BarsOfDay = { stored: 0, before: 0, after: 0, days: 0 }

/** The stored bars that a change of a date affects, for each exchange; null if they could not be counted in time. */
export async function countBars(
  ctx: Platform,
  sides: readonly Sides[],
  date: number,
): Promise<readonly (BarsOfDay | null)[]> {
  const until = ctx.clock.now() + countMsMax
  const counts: (BarsOfDay | null)[] = sides.map(() => none)
  for (const { turns, ids, day } of await groupsOf(ctx, sides, date)) {
    const found = await counted(ctx, ids, day, until - ctx.clock.now())
    for (const [index, turn] of turns.entries()) counts[turn] = found?.[index] ?? null
  }
  return counts
}

type Group = { turns: number[]; ids: number[][]; day: DayOfBars }

/** Exchanges with the same hours share one query, which takes as long for one exchange as for all. */
async function groupsOf(ctx: Platform, sides: readonly Sides[], date: number): Promise<Group[]> {
  const groups = new Map<string, Group>()
  const begun = sides.filter(({ before }) => startOf(before, date) <= ctx.clock.now())
  if (begun.length === 0) return []
  const found = await idsOf(
    ctx.postgres.db,
    begun.map(({ own }) => own),
  )
  for (const [index, { before, after }] of begun.entries()) {
    const ids = found[index] ?? []
    if (ids.length === 0) continue
    const turn = sides.indexOf(begun[index] as Sides)
    const day = dayOfBars(before, after, date)
    const group = groups.get(JSON.stringify(day)) ?? { turns: [], ids: [], day }
    group.turns.push(turn)
    group.ids.push(ids)
    groups.set(JSON.stringify(day), group)
  }
  return [...groups.values()]
}

async function counted(
  ctx: Platform,
  ids: readonly (readonly number[])[],
  day: DayOfBars,
  maxMs: number,
): Promise<BarsOfDay[] | null> {
  if (maxMs <= 0) return null
  try {
    return await barsOfDay(ctx, ids, day, maxMs)
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}

function dayOfBars(before: Exchange, after: Exchange, date: number): DayOfBars {
  const inUtc = ({ timeZone }: Exchange, spans: readonly Span[]) =>
    spans.map(({ open, close }) => ({
      open: instantOf(timeZone, date + open * minuteMs),
      close: instantOf(timeZone, date + close * minuteMs),
    }))
  const sessionsOf = (exchange: Exchange) => ({
    shown: inUtc(exchange, dayOf(exchange, date)?.regular ?? []),
    // Markets with UTC days build the daily bar from every bar.
    built: exchange.day.kind === 'utc' ? [] : inUtc(exchange, spansOf(exchange, date)),
  })
  const [from, to] = [startOf(before, date), startOf(before, date + dayMs)]
  return { date, from, to, before: sessionsOf(before), after: sessionsOf(after) }
}

/** The instant at which a date begins for an exchange, ms. */
export function startOf({ hours, timeZone }: Exchange, date: number): number {
  return instantOf(timeZone, date - (hours.kind === 'evening' ? hours.shiftHours * 60 * minuteMs : 0))
}
