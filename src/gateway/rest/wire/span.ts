import { refuse } from '#src/contract/errors.ts'
import { parseInstant } from '#src/market/calendar/instant.ts'
import type { Query } from './call.ts'

/** A range of times, ms UTC, both ends included. `oldest` reads forward from `from`; `newest` returns the last rows up to `to`. */
export type Span = { from: number | undefined; to: number | undefined; order: 'newest' | 'oldest' }

/** Reads `from`, and `et` or `to` (old SDKs: `end`). */
export function readSpan(query: Query): Span {
  const from = instant(query, 'from')
  const to = instant(query, 'et', 'to', 'end')
  if (from !== undefined && to !== undefined && from > to) throw refuse('range_reversed', { param: 'from' })
  return { from, to, order: from !== undefined && to === undefined ? 'oldest' : 'newest' }
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
