import type { DataName } from '#src/contract/data/data.ts'
import type { Answer, Asked } from '../vendor/route.ts'

/** The vendor's `limit`, at most `max`. Our call refuses a text that is not a number. */
export function limitOf({ query }: Asked, { standard, max }: { standard: number; max: number }): string {
  const text = query.get('limit') ?? String(standard)
  return /^\d{1,12}$/.test(text) ? String(Math.min(Number(text), max)) : text
}

export function orderOf({ query }: Asked, name: 'order' | 'sort', standard: 'asc' | 'desc'): string {
  return query.get(name)?.toLowerCase() || standard
}

/** Reverses a page for the order `desc`, because our pages are always oldest first. */
export function inOrder<Row>(rows: readonly Row[], order: string): Row[] {
  return order === 'desc' ? rows.toReversed() : [...rows]
}

export function headOf({ delay = 0, requestId }: Pick<Answer<DataName>, 'delay' | 'requestId'>): {
  status: string
  request_id: string
} {
  return { status: delay > 0 ? 'DELAYED' : 'OK', request_id: requestId }
}

export function nextOf({ nextCursor, next }: Answer<DataName>): { next_url?: string } {
  return nextCursor === undefined ? {} : { next_url: next(nextCursor) }
}
