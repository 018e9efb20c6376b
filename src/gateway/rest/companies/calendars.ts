import { refuse } from '#src/contract/errors.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import { type Days, readDividends, readReports, readSplits } from '#src/market/companies/corporate-actions.ts'
import { readIposBetween } from '#src/market/companies/ipos.ts'
import { nameIn } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { regionOf, regionsSeen, stockRegions } from '../instruments/symbol-scope.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { type PageRequest, pageTable, readPage, slice } from '../wire/pages.ts'
import { dividendRow, splitRow } from './corporate-actions.ts'
import { ipoRow } from './ipos.ts'

type Deps = { ctx: Platform }

/** The rows of the requested days, in the regions of the plan. */
type CalendarQuery = PageRequest & { days: Days; of: { regions: readonly string[] } }

const spanDays = 30

export async function splitCalendar({ ctx }: Deps, request: DataRequest): Promise<DataAnswer> {
  const query = readCalendarQuery(request)
  const { rows, total } = await readSplits(ctx, query)
  const shown = rows.map((row) => splitRow(row, request.locale))
  return pageTable(request, shown, total, query, { name: 'splits', columns: ['d', 'r', 'n', 'c', 'v', 'source'] })
}

export async function dividendCalendar({ ctx }: Deps, request: DataRequest): Promise<DataAnswer> {
  const query = readCalendarQuery(request)
  const { rows, total } = await readDividends(ctx, query)
  const shown = rows.map((row) => dividendRow(row, request.locale))
  const columns = ['d', 'a', 'cur', 'rd', 'pd', 'c', 'r', 'n', 'source']
  return pageTable(request, shown, total, query, { name: 'dividends', columns })
}

export async function ipoCalendar({ ctx }: Deps, request: DataRequest): Promise<DataAnswer> {
  const query = readCalendarQuery(request)
  const seen = (await readIposBetween(ctx, query.days)).filter(({ region }) => query.of.regions.includes(region))
  const columns = ['dt', 'cn', 'sc', 'ex', 'mc', 'pr', 'ct', 'bs', 'es', 'ro', 'r', 'cur', 'sh', 'source']
  return pageTable(request, slice(seen, query).map(ipoRow), seen.length, query, { name: 'ipos', columns })
}

export async function earningsCalendar({ ctx }: Deps, request: DataRequest): Promise<DataAnswer> {
  const query = readCalendarQuery(request)
  const { rows, total } = await readReports(ctx, query)
  const shown = rows.map(({ names, d, period, pe, eps, c, r, source }) => {
    return { d, period, pe, eps, c, r, n: nameIn(names, request.locale), source }
  })
  const columns = ['d', 'period', 'pe', 'eps', 'c', 'r', 'n', 'source']
  return pageTable(request, shown, total, query, { name: 'earnings', columns })
}

function readCalendarQuery(request: DataRequest): CalendarQuery {
  const from = dayIn(request, 'from') ?? Math.floor(request.now / dayMs) * dayMs
  const to = dayIn(request, 'to') ?? from + spanDays * dayMs
  if (from > to) throw refuse('range_reversed', { param: 'from' })
  const { region } = regionOf(request, 'stock')
  const sees = regionsSeen(request, 'stock', region, 'corporate-actions')
  const regions = region === null ? stockRegions.filter(sees) : [region]
  return { ...readPage(request), days: { from: dayText(from), to: dayText(to) }, of: { regions } }
}

function dayIn({ query }: DataRequest, name: 'from' | 'to'): number | null {
  const text = query.get(name)
  if (text === undefined) return null
  const time = parseInstant(text)
  if (time === null) throw refuse('invalid_time', { param: name })
  return Math.floor(time / dayMs) * dayMs
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
