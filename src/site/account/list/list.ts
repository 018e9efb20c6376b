import { entryOf } from '#src/contract/record.ts'

/** The search, filter, order and page of a list, from the page's address. */
export type ListQuery = { text: string; show: string; sort: string; page: number }

export const listParameters = ['q', 'show', 'sort', 'page'] as const

export function listQuery(query: URLSearchParams): ListQuery {
  const page = Number(query.get('page') ?? 1)
  return {
    text: query.get('q')?.trim() ?? '',
    show: query.get('show') ?? '',
    sort: query.get('sort') ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** How a list is searched, filtered and sorted. The first sort is the usual order. */
export type ListRules<T> = {
  /** The text that is searched. */
  words(row: T): string
  filters: Readonly<Record<string, (row: T) => boolean>>
  sorts: Readonly<Record<string, (one: T, other: T) => number>>
}

/** Compares names alike on the server and in the browser. 2 comes before 10. */
export const byName = new Intl.Collator('en', { numeric: true }).compare

export type Listed<T> = { rows: T[]; found: number; page: number; pages: number; first: number }

/** A page of the rows that match. For a number beyond the last page, returns the last page. */
export function listed<T>(all: readonly T[], query: ListQuery, rules: ListRules<T>, size: number): Listed<T> {
  const words = query.text.toLowerCase().split(/\s+/)
  const isShown = entryOf(rules.filters, query.show) ?? (() => true)
  const isFound = (row: T) => {
    const text = rules.words(row).toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const order = entryOf(rules.sorts, query.sort) ?? Object.values(rules.sorts)[0] ?? (() => 0)
  const found = all.filter((row) => isShown(row) && isFound(row)).sort(order)
  const pages = Math.max(1, Math.ceil(found.length / size))
  const page = Math.min(query.page, pages)
  const first = (page - 1) * size
  return { rows: found.slice(first, first + size), found: found.length, page, pages, first }
}
