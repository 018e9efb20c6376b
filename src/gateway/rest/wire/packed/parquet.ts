import { parquetWriteBuffer } from 'hyparquet-writer'
import { type Series, textColumns } from './series.ts'

export const parquetType = 'application/vnd.apache.parquet'

/**
 * A Parquet file with the columns of CSV except the text time: `t` is a timestamp (ms UTC), `source` a STRING, others
 * nullable DOUBLE.
 */
export function parquetOf({ rows, columns }: Series): Buffer {
  const columnData = columns.map((name) => {
    const values = rows.map((row) => row[name])
    if (textColumns.has(name)) return { name, type: 'STRING' as const, nullable: false, data: values.map(String) }
    return name === 't'
      ? { name, type: 'TIMESTAMP' as const, nullable: false, data: values.map((value) => new Date(Number(value))) }
      : { name, type: 'DOUBLE' as const, nullable: true, data: values.map(numberOrNull) }
  })
  return Buffer.from(parquetWriteBuffer({ columnData }))
}

function numberOrNull(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' ? value : null
}
