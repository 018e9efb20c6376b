import { pages } from '#src/contract/data/company.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { boundsOf, type DataAnswer, type DataRequest, type RowValue } from './call.ts'
import { formatOf } from './respond.ts'

const page = boundsOf(pages.page)
const size = boundsOf(pages.size)

/** `page` counts from 0. */
export type PageRequest = { page: number; size: number }

export function readPage({ query }: DataRequest): PageRequest {
  return {
    page: query.integer('page', page),
    size: query.integer('size', size),
  }
}

export function slice<Row>(rows: readonly Row[], { page, size }: PageRequest): Row[] {
  return rows.slice(page * size, (page + 1) * size)
}

export function pageAnswer(
  content: readonly object[],
  total: number,
  { page, size }: PageRequest,
  beside: Beside = {},
): DataAnswer {
  const totalPages = Math.ceil(total / size)
  const data = { content, totalPages, totalElements: total, page, last: page + 1 >= totalPages, size }
  return { kind: 'data', data, beside: withReason(total, beside) }
}

/** A page as JSON, or only its rows in another format. */
export function pageTable(
  request: DataRequest,
  rows: readonly Record<string, RowValue>[],
  total: number,
  page: PageRequest,
  { name, columns, beside = {} }: { name: string; columns: readonly string[]; beside?: Beside },
): DataAnswer {
  if (formatOf(request.query, request.headers) === 'json') return pageAnswer(rows, total, page, beside)
  return { kind: 'rows', rows, columns, name, beside: withReason(total, beside) }
}

function withReason(total: number, beside: Beside): Beside {
  return total === 0 ? { ...beside, reason: 'no_data' } : beside
}
