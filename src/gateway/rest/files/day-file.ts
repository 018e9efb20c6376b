import { type FileKind, fileForms, fileKinds } from '#src/contract/data/data.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { countByExchange } from '#src/market/instruments/instruments.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import type { DataAnswer, DataRequest, Query } from '../wire/call.ts'
import { kindName } from './file-store.ts'
import type { KeptFiles } from './kept-files.ts'

const shape = /^\/files\/([^/]+)\/([^/]+)\/([^/]+)\.(csv\.gz|parquet)$/

export type FileDeps = { ctx: Platform; keptFiles: KeptFiles }

export function isFilePath(path: string): boolean {
  return shape.test(path)
}

export async function dayFile({ ctx, keptFiles }: FileDeps, request: DataRequest): Promise<DataAnswer> {
  const [, name = '', regionText = '', day = '', ending = ''] = shape.exec(request.path) ?? []
  const form = fileForms.find((one) => one === ending) ?? 'csv.gz'
  const assetClass = assetClasses.find((one) => one === name)
  if (!assetClass) throw refuse('unknown_class')
  const content = contentOf(request.query)
  const date = dateOf(day, 'date')
  const region = canonicalRegion(regionText)
  assertEntitled(request, { class: assetClass, region, kind: content.kind, date })
  await assertRegion(ctx, assetClass, region)
  const file = await keptFiles.open({ class: assetClass, region, date, form, ...content }, request.gone)
  return {
    kind: 'file',
    name: `${assetClass}-${region}-${day}-${kindName(content)}.${form}`,
    form,
    reason: file.rows === 0 ? 'no_data' : null,
    ...file,
  }
}

export function contentOf(query: Query): { kind: FileKind; interval: '1m' | '1d' } {
  const kind = query.choice('kind', fileKinds) ?? 'bars'
  const interval = query.get('interval') ?? '1m'
  if (interval !== '1m' && interval !== '1d')
    throw refuse('invalid_interval', { param: 'interval', extra: { allowed: ['1m', '1d'] } })
  return { kind, interval }
}

export function dateOf(text: string, param: string): number {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseIso(text) : null
  if (date === null) throw refuse('invalid_time', { param, values: { accepts: 'day' } })
  return date
}

export async function assertRegion(ctx: Platform, assetClass: AssetClass, region: string): Promise<void> {
  const listed = await countByExchange(ctx, assetClass)
  if (!listed.some((exchange) => exchange.region === region)) throw refuse('not_found')
}

type FileRequest = { class: AssetClass; region: string; kind: FileKind }

function assertEntitled(request: DataRequest, { date, ...content }: FileRequest & { date: number }): void {
  const { earliest, newest } = fileDates(request, content)
  if (earliest !== null && date < earliest) throw notInPlan(null, request.locale)
  if (date > newest)
    throw refuse('invalid_time', {
      param: 'date',
      values: { accepts: 'day' },
      extra: { newest: new Date(newest).toISOString().slice(0, 10) },
    })
}

/**
 * The days whose files a key may read: `newest` is the last UTC day that had finished before the plan's delay. Files of
 * trades and quotes need access to the calls of trades and quotes, too.
 */
export function fileDates(
  request: DataRequest,
  { kind, ...market }: FileRequest,
): { earliest: number | null; newest: number } {
  let earliest: number | null = null
  let delayMs = 0
  for (const call of kind === 'bars' ? (['files'] as const) : (['files', kind] as const)) {
    const entitlement = entitle(request, { ...market, call })
    if (!entitlement.allowed) throw notEntitled(entitlement, request.locale)
    delayMs = Math.max(delayMs, entitlement.delayMs)
    if (entitlement.earliest !== null) earliest = Math.max(earliest ?? entitlement.earliest, entitlement.earliest)
  }
  return { earliest, newest: (Math.floor((request.now - delayMs) / dayMs) - 1) * dayMs }
}
