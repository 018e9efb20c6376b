import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { csvCell } from '#src/platform/csv.ts'

const rowsPerRead = 50_000

/** A Parquet file as CSV text with a header line; times become ISO text, missing columns are omitted. */
export async function* parquetLines(
  file: string,
  signal: AbortSignal,
): AsyncGenerator<{ text: string; fraction: number }> {
  const buffer = await asyncBufferFromFile(file)
  const metadata = await parquetMetadataAsync(buffer)
  const total = Number(metadata.num_rows)
  const columns = metadata.schema.slice(1).map(({ name }) => name)
  yield { text: `${columns.join(',')}\n`, fraction: 0 }
  for (let start = 0; start < total; start += rowsPerRead) {
    signal.throwIfAborted()
    const rowEnd = Math.min(total, start + rowsPerRead)
    const rows = await parquetReadObjects({ file: buffer, metadata, rowStart: start, rowEnd })
    const lines = rows.map((row) => `${columns.map((column) => cell(row[column])).join(',')}\n`)
    yield { text: lines.join(''), fraction: rowEnd / total }
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return csvCell(String(value))
}
