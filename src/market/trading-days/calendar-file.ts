import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvFile, splitCsvLine } from '#src/platform/text/csv.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import { knownYears } from '../calendar/holidays/holidays.ts'
import { type Calendar, type CalendarDay, unusualDays } from './calendar.ts'
import { type DayInput, readDay } from './day-input.ts'
import { loadTradingDays } from './follow.ts'
import * as store from './store.ts'
import { calendarNamed, changeCalendar } from './trading-days.ts'

const columns = ['date', 'kind', 'name', 'hours'] as const
const rowsMax = 20_000

/** All days of a calendar that differ from normal days, as a CSV file that `importCalendar` reads. */
export async function exportCalendar(
  ctx: Platform,
  actor: Actor,
  { calendar: name }: { calendar: string },
): Promise<string> {
  await requireStaff(ctx, actor, 'calendar.list')
  await loadTradingDays(ctx)
  const calendar = calendarNamed(ctx, name)
  const days = unusualDays(calendar, await store.changedDays(ctx.postgres.db, name))
  return csvFile(
    columns.join(),
    days.map((day) => [day.date, day.kind, day.name, hoursOf(day)]),
  )
}

/** The hours in the form that `readDay` reads. An early close has only the closing time. */
function hoursOf({ kind, hours }: CalendarDay): string {
  if (kind === 'early') return hours.slice(hours.lastIndexOf('-') + 1)
  return kind === 'special' ? hours : ''
}

/** `refused`: unreadable lines, numbered from 1, each with the column; `outside`: dates in years without a list. */
export type CalendarImport = {
  set: number
  unchanged: number
  refused: { line: number; column: string }[]
  outside: string[]
  known: { first: number; last: number } | null
}

/**
 * Sets all days of a CSV file with the columns date, kind, name and hours. Days that are already as in the file do not
 * become changes. If a line cannot be read, the file is refused.
 */
export async function importCalendar(
  ctx: Platform,
  actor: Actor,
  { calendar: name, text, isTrial = false }: { calendar: string; text: string; isTrial?: boolean },
): Promise<CalendarImport> {
  const by = await requireStaff(ctx, actor, 'calendar.set')
  await loadTradingDays(ctx)
  const calendar = calendarNamed(ctx, name)
  const { days, refused } = readFile(text, calendar)
  const known = knownYears(calendar.exchanges[0]?.calendar ?? null)
  const outside = days.map(({ date }) => date).filter((date) => !known || !isWithin(known, Number(date.slice(0, 4))))
  const isAsListed = asListed(calendar, await store.changedDays(ctx.postgres.db, name))
  const changed = days.filter((day) => !isAsListed(day))
  const result = { set: changed.length, unchanged: days.length - changed.length, refused, outside, known }
  if (isTrial || refused.length > 0 || changed.length === 0)
    return { ...result, set: refused.length > 0 ? 0 : result.set }
  await changeCalendar(ctx, name, null, async (tx) => {
    for (const day of changed) await store.putDay(tx, name, day, ctx.clock.now())
    await ctx.postgres.audit(tx, by, 'calendar.set', name, { imported: changed })
  })
  return result
}

function isWithin({ first, last }: { first: number; last: number }, year: number): boolean {
  return year >= first && year <= last
}

/** Whether a calendar already has a day with the same kind and hours, and with the same name if the file has a name. */
function asListed(calendar: Calendar, own: readonly ChangedDay[]): (day: ChangedDay) => boolean {
  const known = new Map(unusualDays(calendar, own).map((day) => [day.date, day]))
  return (day) => {
    const found = known.get(day.date)
    if (!found || found.kind !== day.kind || (day.name !== '' && day.name !== found.name)) return false
    const read = readDay({ ...found, hours: hoursOf(found) }, calendar.exchanges)
    return JSON.stringify({ ...read, name: '' }) === JSON.stringify({ ...day, name: '' })
  }
}

function readFile(text: string, { exchanges }: Calendar): { days: ChangedDay[]; refused: CalendarImport['refused'] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const head = lines[0]?.split(',').map((cell) => cell.trim().toLowerCase()) ?? []
  if (!head.includes('date') || !head.includes('kind')) throw refuse('invalid_parameter', { param: 'header' })
  if (lines.length > rowsMax) throw refuse('invalid_parameter', { param: 'rows' })
  const days = new Map<string, ChangedDay>()
  const refused: CalendarImport['refused'] = []
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '') continue
    const cells = splitCsvLine(line)
    if (cells?.length !== head.length) {
      refused.push({ line: at + 1, column: 'cells' })
      continue
    }
    try {
      const day = readDay(inputOf(head, cells), exchanges)
      days.set(day.date, day)
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      refused.push({ line: at + 1, column: String(cause.detail?.param ?? '') })
    }
  }
  return { days: [...days.values()], refused }
}

function inputOf(head: readonly string[], cells: readonly string[]): DayInput {
  const cell = (name: string) => cells[head.indexOf(name)]?.trim() ?? ''
  return { date: cell('date'), kind: cell('kind').toLowerCase(), name: cell('name'), hours: cell('hours') }
}
