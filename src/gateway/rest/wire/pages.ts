import type { DataAnswer, DataRequest } from './call.ts'

const sizeMax = 100

/** Pages count from 0. */
export type PageAsked = { page: number; size: number }

export function readPage({ query }: DataRequest): PageAsked {
  return {
    page: query.integer('page', { min: 0, max: 100_000, standard: 0 }),
    size: query.integer('size', { min: 1, max: sizeMax, standard: 30 }),
  }
}

export function slice<Row>(rows: readonly Row[], { page, size }: PageAsked): Row[] {
  return rows.slice(page * size, (page + 1) * size)
}

/** One page as the wire has it; `total` counts the rows of all pages. */
export function pageAnswer(content: readonly object[], total: number, { page, size }: PageAsked): DataAnswer {
  const totalPages = Math.ceil(total / size)
  const data = { content, totalPages, totalElements: total, page, last: page + 1 >= totalPages, size }
  return { kind: 'data', data, beside: total === 0 ? { reason: 'no_data' } : {} }
}
