import { type FileForm, fileForms } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import { storedCoverage } from '#src/market/coverage/coverage.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import { classOf } from '../instruments/symbol-scope.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { tableAnswer } from '../wire/table.ts'
import { assertRegion, contentOf, type FileDeps, fileDates } from './day-file.ts'
import { kindName, recordedFiles } from './file-store.ts'

const columns = ['date', 'path', 'rows', 'bytes', 'sha256', 'modified']
const daysMax = 366
const standardDays = 31

/** `/files`: the days of a class and region that have a file, newest last. */
export async function fileList({ ctx }: FileDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = request
  const assetClass = classOf(query.need('type'))
  const region = canonicalRegion(query.need('region'))
  const form: FileForm = query.choice('form', fileForms) ?? 'csv.gz'
  const content = contentOf(query)
  const { earliest, newest } = fileDates(request, { class: assetClass, region, kind: content.kind })
  await assertRegion(ctx, assetClass, region)
  const [fromText, toText] = [query.get('from'), query.get('to')]
  const to = toText === undefined ? newest : dayOf(toText, 'to')
  const from = fromText === undefined ? to - (standardDays - 1) * dayMs : dayOf(fromText, 'from')
  if (from > to) throw refuse('range_reversed')
  if (to - from >= daysMax * dayMs)
    throw refuse('invalid_time', { param: 'from', values: { accepts: 'span', max: daysMax }, extra: { daysMax } })
  const series = { class: assetClass, region, kind: kindName(content), form }
  const recorded = await recordedFiles(ctx, series, { from: dayText(from), to: dayText(to) })
  const known = new Map(recorded.map(({ date, ...file }) => [date, file]))
  const stored = await storedDays(ctx, series)
  const search = content.kind === 'bars' ? `?interval=${content.interval}` : `?kind=${content.kind}`
  const rows = []
  const end = Math.min(to, newest, stored.last)
  for (let day = Math.max(from, stored.first, earliest ?? 0); day <= end; day += dayMs) {
    const date = dayText(day)
    const file = known.get(date) ?? { rows: null, bytes: null, sha256: null, modified: null }
    rows.push({ date, path: `/files/${assetClass}/${region}/${date}.${form}${search}`, ...file })
  }
  return tableAnswer(request, rows, { name: 'files', columns, cells: (row) => row })
}

/** The first and last day with stored rows. Quotes are not counted, so their last day is unknown. */
async function storedDays(
  ctx: Platform,
  { class: assetClass, region, kind }: { class: AssetClass; region: string; kind: string },
): Promise<{ first: number; last: number }> {
  const rows = (await storedCoverage(ctx, { class: assetClass, region })).filter((row) => {
    if (kind === 'bbo') return true
    if (kind === 'trades') return row.kind === 'ticks'
    return kind === '1d' ? row.kind !== 'ticks' : row.kind === kind
  })
  const first = Math.floor(Math.min(...rows.map((row) => row.first)) / dayMs) * dayMs
  return { first, last: kind === 'bbo' ? Number.POSITIVE_INFINITY : Math.max(...rows.map((row) => row.last)) }
}

function dayOf(text: string, param: string): number {
  const time = parseInstant(text)
  if (time === null) throw refuse('invalid_time', { param })
  return Math.floor(time / dayMs) * dayMs
}

function dayText(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
