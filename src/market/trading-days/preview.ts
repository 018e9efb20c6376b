import type { Platform } from '#src/platform/platform.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeAmong, exchangesOf, withChanges } from '../calendar/exchange-of.ts'
import { hoursText } from '../calendar/hours-text.ts'
import { dayOf, nextChange } from '../calendar/session.ts'
import { type BarsOfDay, bestKnown, type HoursGroup, hoursGroups } from './affected-store.ts'
import { countBars, startOf } from './count-bars.ts'

/** The effect of a change of one day on one exchange. Hours are local, empty if the market is closed. */
export type ExchangeEffect = {
  code: string
  name: string
  timeZone: string
  before: string
  after: string
  /** The next three openings, ms, from the later of the changed day and now. */
  opens: { before: number[]; after: number[] }
  instruments: number
  /** The code of the most liquid instrument in each of the exchange's first three groups. */
  examples: string[]
  /** The affected bars; null if the store did not count them in time. */
  bars: BarsOfDay | null
}

const opensShown = 3
const examplesShown = 3

/** The effect of `changes` on a date of each exchange. `changes` replaces the changes of all calendars. */
export async function effectOf(
  ctx: Platform,
  exchanges: readonly Exchange[],
  changes: ReadonlyMap<string, readonly ChangedDay[]>,
  date: number,
): Promise<ExchangeEffect[]> {
  const known = exchangesOf(ctx)
  const next = withChanges(known, changes)
  const all = await hoursGroups(ctx.postgres.db)
  const sides = exchanges.map((before) => ({
    before,
    after: next.get(before.code) ?? before,
    own: all.filter((one) => exchangeAmong(known, ofGroup(one)).code === before.code),
  }))
  const bars = await countBars(ctx, sides, date)
  const shown = sides.map(({ own }) => own.slice(0, examplesShown))
  const examples = await bestKnown(ctx.postgres.db, shown)
  return sides.map(({ before, after, own }, turn) => ({
    ...{ code: before.code, name: before.name, timeZone: before.timeZone },
    ...{ before: hoursOn(before, date), after: hoursOn(after, date) },
    opens: { before: opensFrom(ctx, before, date), after: opensFrom(ctx, after, date) },
    instruments: own.reduce((sum, { count }) => sum + count, 0),
    examples: examples[turn] ?? [],
    bars: bars[turn] ?? null,
  }))
}

/** A group with a sample code that has the group's hours. */
function ofGroup({ isMetal, ...group }: HoursGroup) {
  return { ...group, code: isMetal ? 'XAU' : '' }
}

function hoursOn(exchange: Exchange, date: number): string {
  return hoursText(dayOf(exchange, date)?.regular ?? [])
}

function opensFrom(ctx: Platform, exchange: Exchange, date: number): number[] {
  const found: number[] = []
  let at = Math.max(ctx.clock.now(), startOf(exchange, date) - 1)
  for (let tries = 0; found.length < opensShown && tries < 4 * opensShown; tries += 1) {
    const change = nextChange(exchange, at)
    if (!change) break
    if (change.to === 'open') found.push(change.at)
    at = change.at
  }
  return found
}
