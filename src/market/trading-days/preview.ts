import { isRefusal } from '#src/contract/errors.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { ChangedDay, Span } from '../calendar/changed-day.ts'
import type { Exchange } from '../calendar/exchange.ts'
import { exchangeAmong, exchangesOf, withChanges } from '../calendar/exchange-of.ts'
import { hoursText } from '../calendar/hours-text.ts'
import { dayOf, instantOf, nextChange, spansOf } from '../calendar/session.ts'
import { type BarsOfDay, barsOfDay, idsOf, type Listing, listings } from './affected-store.ts'

/** What a change of one day means for one exchange. Hours are local, empty when it is closed. */
export type ExchangeEffect = {
  code: string
  name: string
  timeZone: string
  before: string
  after: string
  /** The first three openings from the day on, or from now where that is later, ms. */
  opens: { before: number[]; after: number[] }
  instruments: number
  /** The best known code of each of its classes. */
  examples: string[]
  /** Null: the store did not count in time. */
  bars: BarsOfDay | null
}

const opensShown = 3

/** What becomes of a date on each exchange once `changes` are those of all calendars. */
export async function effectOf(
  ctx: Platform,
  exchanges: readonly Exchange[],
  changes: ReadonlyMap<string, readonly ChangedDay[]>,
  date: number,
): Promise<ExchangeEffect[]> {
  const known = exchangesOf(ctx)
  const next = withChanges(known, changes)
  const all = await listings(ctx.postgres.db)
  const effects: ExchangeEffect[] = []
  for (const before of exchanges) {
    const after = next.get(before.code) ?? before
    const own = all.filter((one) => exchangeAmong(known, ofListing(one)).code === before.code)
    effects.push({
      ...{ code: before.code, name: before.name, timeZone: before.timeZone },
      ...{ before: hoursOn(before, date), after: hoursOn(after, date) },
      opens: { before: opensFrom(ctx, before, date), after: opensFrom(ctx, after, date) },
      instruments: own.reduce((sum, { count }) => sum + count, 0),
      examples: own.map(({ first }) => first).slice(0, 3),
      bars: await countBars(ctx, own, { before, after, date }),
    })
  }
  return effects
}

/** A code that is quoted by the hours of its listing. */
function ofListing({ isMetal, ...listing }: Listing) {
  return { ...listing, code: isMetal ? 'XAU' : '' }
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

/** The instant at which a date begins by the hours of an exchange. */
function startOf({ hours, timeZone }: Exchange, date: number): number {
  return instantOf(timeZone, date - (hours.kind === 'evening' ? hours.shiftHours * 60 * minuteMs : 0))
}

type Asked = { before: Exchange; after: Exchange; date: number }

async function countBars(
  ctx: Platform,
  own: readonly Listing[],
  { before, after, date }: Asked,
): Promise<BarsOfDay | null> {
  const ids = await idsOf(ctx.postgres.db, own)
  const from = startOf(before, date)
  if (ids.length === 0 || from > ctx.clock.now()) return { stored: 0, before: 0, after: 0, days: 0 }
  const inUtc = ({ timeZone }: Exchange, spans: readonly Span[]) =>
    spans.map(({ open, close }) => ({
      open: instantOf(timeZone, date + open * minuteMs),
      close: instantOf(timeZone, date + close * minuteMs),
    }))
  const sessionsOf = (exchange: Exchange) => ({
    shown: inUtc(exchange, dayOf(exchange, date)?.regular ?? []),
    // Days of markets dated by UTC take every bar.
    built: exchange.day.kind === 'utc' ? [] : inUtc(exchange, spansOf(exchange, date)),
  })
  const range = { from, to: startOf(before, date + dayMs), date }
  try {
    return await barsOfDay(ctx, ids, range, { before: sessionsOf(before), after: sessionsOf(after) })
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
