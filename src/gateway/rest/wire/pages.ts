import { pages } from '#src/contract/data/company.ts'
import { boundsOf } from './bounds.ts'
import type { DataAnswer, DataRequest } from './call.ts'

const page = boundsOf(pages.page)
const size = boundsOf(pages.size)

/** Pages count from 0. */
export type PageAsked = { page: number; size: number }

export function readPage({ query }: DataRequest): PageAsked {
  return {
    page: query.integer('page', page),
    size: query.integer('size', size),
  }
}

export function slice<Row>(rows: readonly Row[], { page, size }: PageAsked): Row[] {
  return rows.slice(page * size, (page + 1) * size)
}

export function pageAnswer(content: readonly object[], total: number, { page, size }: PageAsked): DataAnswer {
  const totalPages = Math.ceil(total / size)
  const data = { content, totalPages, totalElements: total, page, last: page + 1 >= totalPages, size }
  return { kind: 'data', data, beside: total === 0 ? { reason: 'no_data' } : {} }
}
