import { refuse } from '#src/contract/errors.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Query } from './call.ts'

/** A range of times, ms UTC, both ends included. */
export type Span = { from: number | undefined; to: number | undefined }

/**
 * `oldest`: pages go forward from the beginning of the range. `newest`: pages go backward from the end of the range.
 */
export type Order = 'newest' | 'oldest'

/** Reads `from`, and `et` or `to` (old SDKs: `end`). */
export function readSpan(query: Query): Span {
  const from = instant(query, 'from')
  const to = instant(query, 'et', 'to', 'end')
  if (from !== undefined && to !== undefined && from > to) throw refuse('range_reversed', { param: 'from' })
  return { from, to }
}

/** Reads `order`. `page`: the order in the cursor, which the query must not contradict. */
export function readOrder(query: Query, { from }: Span, page: Order | undefined): Order {
  const text = query.get('order')?.toLowerCase()
  if (text !== undefined && text !== 'asc' && text !== 'desc')
    throw refuse('invalid_parameter', { param: 'order', extra: { allowed: ['asc', 'desc'] } })
  const order = text === undefined ? undefined : text === 'asc' ? 'oldest' : 'newest'
  if (page !== undefined && order !== undefined && page !== order) throw refuse('invalid_cursor', { param: 'cursor' })
  return page ?? order ?? (from === undefined ? 'newest' : 'oldest')
}

function instant(query: Query, ...names: string[]): number | undefined {
  for (const name of names) {
    const text = query.get(name)
    if (text === undefined) continue
    const time = parseInstant(text)
    if (time === null) throw refuse('invalid_time', { param: name })
    return time
  }
  return undefined
}
