import { type FileKind, fileColumns, fileForms, fileKinds } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { barsOfDay } from '#src/market/archive/day-bars.ts'
import type { DayRows } from '#src/market/archive/day-rows.ts'
import { ticksOfDay } from '#src/market/archive/day-ticks.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { countByExchange } from '#src/market/instruments/instruments.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'

const shape = /^\/files\/([^/]+)\/([^/]+)\/([^/]+)\.(csv\.gz|parquet)$/

export function isFilePath(path: string): boolean {
  return shape.test(path)
}

export async function dayFile({ ctx }: { ctx: Platform }, request: DataRequest): Promise<DataAnswer> {
  const [, name = '', regionText = '', day = '', ending = ''] = shape.exec(request.path) ?? []
  const form = fileForms.find((one) => one === ending) ?? 'csv.gz'
  const assetClass = assetClasses.find((one) => one === name)
  if (!assetClass) throw refuse('unknown_class')
  const kind = request.query.choice('kind', fileKinds) ?? 'bars'
  const interval = request.query.get('interval') ?? '1m'
  if (interval !== '1m' && interval !== '1d') throw refuse('invalid_interval', { param: 'interval' })
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseIso(day) : null
  if (date === null) throw refuse('invalid_time', { param: 'date' })
  const region = canonicalRegion(regionText)
  assertEntitled(request, { class: assetClass, region, kind, date })
  const listed = await countByExchange(ctx, assetClass)
  if (!listed.some((exchange) => exchange.region === region)) throw refuse('not_found')
  const file = { class: assetClass, region, date }
  const parts =
    kind === 'bars'
      ? barsOfDay(ctx, { ...file, interval }, request.gone)
      : ticksOfDay(ctx, { ...file, kind }, request.gone)
  const first = await parts.next()
  return {
    kind: 'file',
    name: `${assetClass}-${region}-${day}-${kind === 'bars' ? interval : kind}.${form}`,
    form,
    columns: fileColumns[kind],
    reason: first.done ? 'no_data' : null,
    parts: from(first, parts),
  }
}

type FileRequest = { class: AssetClass; region: string; kind: FileKind; date: number }

/** Files of trades and best quotes also need a plan for the call of the same name. */
function assertEntitled(request: DataRequest, { kind, date, ...market }: FileRequest): void {
  for (const call of kind === 'bars' ? (['files'] as const) : (['files', kind] as const)) {
    const entitlement = entitle(request, { ...market, call })
    if (!entitlement.allowed) throw notEntitled(entitlement, request.locale)
    if (entitlement.earliest !== null && date < entitlement.earliest) throw notInPlan(null, request.locale)
    const today = Math.floor((request.now - entitlement.delayMs) / dayMs) * dayMs
    if (date < today) continue
    const newest = new Date(today - dayMs).toISOString().slice(0, 10)
    throw refuse('invalid_time', { param: 'date', extra: { newest } })
  }
}

async function* from(first: IteratorResult<DayRows>, rest: AsyncGenerator<DayRows>): AsyncGenerator<DayRows> {
  if (first.done) return
  yield first.value
  yield* rest
}
