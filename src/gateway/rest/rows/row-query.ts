import { refuse } from '#src/contract/errors.ts'
import { type DataSource, dataSources } from '#src/contract/market.ts'
import type { Query, RowValue } from '../wire/call.ts'

/** `source`: only rows of this source. `columns`: the requested columns in their order; null: the standard columns. */
export type RowQuery = { source: DataSource | undefined; columns: readonly string[] | null }

/** Reads `source` and `columns`. `columns` replaces the standard columns, and may name optional columns. */
export function readRowQuery(query: Query, standard: readonly string[], optional: readonly string[]): RowQuery {
  const source = query.choice('source', dataSources)
  const text = query.get('columns')
  if (text === undefined) return { source, columns: null }
  const allowed = [...standard, ...optional]
  const columns = [...new Set(text.split(',').map((name) => name.trim()))]
  if (columns.some((name) => !allowed.includes(name)))
    throw refuse('invalid_parameter', { param: 'columns', extra: { allowed } })
  return { source, columns }
}

export function pick(row: Readonly<Record<string, RowValue>>, columns: readonly string[]): Record<string, RowValue> {
  const picked: Record<string, RowValue> = {}
  for (const name of columns) picked[name] = row[name]
  return picked
}
