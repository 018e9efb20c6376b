import type { Beside } from '#src/contract/envelope.ts'
import type { DataAnswer, DataRequest, RowValue } from './call.ts'
import { formatOf } from './respond.ts'

/** Converts rows with nested fields to table cells. In JSON the rows stay unchanged. */
export type Table<Row> = {
  name: string
  columns: readonly string[]
  cells: (row: Row) => Record<string, RowValue>
  beside?: Beside
}

export function tableAnswer<Row extends object>(
  { query, headers }: Pick<DataRequest, 'query' | 'headers'>,
  rows: readonly Row[],
  { name, columns, cells, beside = {} }: Table<Row>,
): DataAnswer {
  const said = rows.length === 0 ? { reason: 'no_data' as const, ...beside } : beside
  if (formatOf(query, headers) === 'json') return { kind: 'data', data: rows, beside: said }
  return { kind: 'rows', rows: rows.map(cells), columns, name, beside: said }
}
