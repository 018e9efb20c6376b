import { refuse } from '#src/contract/errors.ts'
import { assetClasses } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { dayFileChunks, dayFileColumns } from '#src/market/archive/day-file.ts'
import { parseIso } from '#src/market/calendar/instant.ts'
import { countByExchange } from '#src/market/instruments/instruments.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'

const shape = /^\/files\/([^/]+)\/([^/]+)\/([^/]+)\.csv\.gz$/

export function isFilePath(path: string): boolean {
  return shape.test(path)
}

export async function dayFile({ ctx }: { ctx: Platform }, request: DataRequest): Promise<DataAnswer> {
  const [, name = '', place = '', day = ''] = shape.exec(request.path) ?? []
  const assetClass = assetClasses.find((one) => one === name)
  if (!assetClass) throw refuse('unknown_class')
  const interval = request.query.get('interval') ?? '1m'
  if (interval !== '1m' && interval !== '1d') throw refuse('invalid_interval', { param: 'interval' })
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseIso(day) : null
  if (date === null) throw refuse('invalid_time', { param: 'date' })
  const region = canonicalRegion(place)
  const entitlement = entitle(request, { class: assetClass, region, call: 'files' })
  if (!entitlement.allowed) throw notEntitled(entitlement, request.locale)
  if (entitlement.earliest !== null && date < entitlement.earliest) throw notInPlan(null, request.locale)
  const today = Math.floor((request.now - entitlement.delayMs) / dayMs) * dayMs
  if (date >= today) {
    const newest = new Date(today - dayMs).toISOString().slice(0, 10)
    throw refuse('invalid_time', { param: 'date', extra: { newest } })
  }
  const listed = await countByExchange(ctx, assetClass)
  if (!listed.some((exchange) => exchange.region === region)) throw refuse('not_found')
  const chunks = dayFileChunks(ctx, { class: assetClass, region, date, interval }, request.gone)
  const first = await chunks.next()
  return {
    kind: 'file',
    name: `${assetClass}-${region}-${day}-${interval}.csv.gz`,
    reason: first.done ? 'no_data' : null,
    chunks: withHeader(first, chunks),
  }
}

async function* withHeader(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield `${dayFileColumns}\r\n`
  if (first.done) return
  yield first.value
  yield* rest
}
