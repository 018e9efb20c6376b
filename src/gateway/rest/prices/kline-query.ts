import { range } from '#src/contract/data/bars.ts'
import { refuse } from '#src/contract/errors.ts'
import { type Adjustment, adjustments, type BarInterval } from '#src/contract/market.ts'
import { intervalsByLength } from '#src/market/bars/bar-time.ts'
import { parseInterval } from '#src/market/bars/interval.ts'
import { boundsOf, type Query } from '../wire/call.ts'
import { type Order, readOrder, readSpan } from '../wire/span.ts'

const limits = boundsOf(range.limit)
export const limitMax = limits.max

export type KlineQuery = {
  interval: BarInterval
  limit: number
  from: number | undefined
  to: number | undefined
  order: Order
  adjust: Adjustment
}

/** Older names are accepted: `kType`, `ktype` and `period` for `interval`, and `et` and `end` for `to`. */
export function readKlineQuery(query: Query): KlineQuery {
  const width = query.get('kType', 'interval', 'period', 'ktype')
  const interval = width === undefined ? '1d' : parseInterval(width)
  if (interval === null)
    throw refuse('invalid_interval', {
      param: query.get('interval') === undefined ? 'kType' : 'interval',
      extra: { allowed: intervalsByLength },
    })
  if (width === undefined) throw refuse('missing_parameter', { param: 'interval' })
  const limit = query.integer('limit', limits)
  const adjust = adjustments.find((mode) => mode === (query.get('adjust')?.toLowerCase() ?? 'none'))
  if (!adjust) throw refuse('invalid_parameter', { param: 'adjust', extra: { allowed: adjustments } })
  const { from, to } = readSpan(query)
  const cursor = query.get('cursor')
  const page = cursor === undefined ? null : readCursor(cursor)
  const order = readOrder(query, { from, to }, page?.order)
  if (page?.order === 'newest') return { interval, limit, adjust, from, to: page.time, order }
  return { interval, limit, adjust, from: page?.time ?? from, to, order }
}

/** A cursor for the next page, which ends (`newest`) or begins (`oldest`) at a time, inclusive. */
export function writeCursor(order: Order, time: number): string {
  return Buffer.from(`${order === 'newest' ? 'n' : 'o'}${time}`).toString('base64url')
}

function readCursor(text: string): { order: Order; time: number } {
  const match = /^([no])(-?\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!match) throw refuse('invalid_cursor', { param: 'cursor' })
  return { order: match[1] === 'n' ? 'newest' : 'oldest', time: Number(match[2]) }
}
