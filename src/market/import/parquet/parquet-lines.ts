import { asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet'
import { csvCell } from '#src/platform/text/csv.ts'
import { FileRefused } from '../file/file-refused.ts'
import { codecsFor } from './codecs.ts'
import { parquetCell } from './parquet-cell.ts'
import { checkColumns, checkGroup } from './parquet-limits.ts'

const rowsPerPiece = 20_000

type Column = { name: string; scale: number | null }
type Pieces = AsyncGenerator<{ text: string; fraction: number }>

/**
 * A Parquet file as CSV text with a header line, without columns of lists, maps or structures. Times become ISO text;
 * decimals keep all their digits. Throws a `FileRefused` if the file is broken or a row group is too large, because a
 * group is decoded as a whole.
 */
export async function* parquetLines(file: string, signal: AbortSignal): Pieces {
  try {
    yield* pieces(file, signal)
  } catch (cause) {
    if (signal.aborted || cause instanceof FileRefused) throw cause
    throw new FileRefused(file, 'file_not_parquet', { reason: cause instanceof Error ? cause.message : String(cause) })
  }
}

async function* pieces(file: string, signal: AbortSignal): Pieces {
  const buffer = await asyncBufferFromFile(file)
  const stated = await parquetMetadataAsync(buffer)
  const columns = columnsOf(stated)
  checkColumns(file, columns.length)
  const names = new Set(columns.map(({ name }) => name))
  const metadata = withoutDecimals(stated)
  const codecs = metadata.row_groups.flatMap((group) => group.columns.map(({ meta_data: one }) => String(one?.codec)))
  const compressors = await codecsFor(new Set(codecs))
  const total = Number(metadata.num_rows)
  yield { text: `${columns.map(({ name }) => csvCell(name)).join(',')}\n`, fraction: 0 }
  let rowStart = 0
  for (const group of metadata.row_groups) {
    signal.throwIfAborted()
    const rows = Number(group.num_rows)
    await checkGroup(file, buffer, group, names)
    const decoded = new Map<string, ArrayLike<unknown>[]>(columns.map(({ name }) => [name, []]))
    await parquetRead({
      ...{ file: buffer, metadata, compressors, utf8: false, columns: [...names] },
      ...{ rowStart, rowEnd: rowStart + rows },
      onChunk: ({ columnName, columnData }) => void decoded.get(columnName)?.push(columnData),
    })
    const cells = columns.map(({ name, scale }) => new ColumnCells(decoded.get(name) ?? [], scale))
    for (let from = 0; from < rows; from += rowsPerPiece) {
      signal.throwIfAborted()
      const count = Math.min(rowsPerPiece, rows - from)
      const lines = Array.from({ length: count }, () => cells.map((column) => column.next()).join(','))
      yield { text: `${lines.join('\n')}\n`, fraction: total === 0 ? 1 : (rowStart + from + count) / total }
    }
    rowStart += rows
  }
}

/** The columns that are not lists, maps or structures. */
function columnsOf(metadata: FileMetaData): Column[] {
  return parquetSchema(metadata).children.flatMap(({ children, element }) => {
    if (children.length > 0 || element.repetition_type === 'REPEATED') return []
    return [{ name: element.name, scale: isDecimal(element) ? (element.scale ?? 0) : null }]
  })
}

/** The reader would convert decimals to doubles. Without the decimal type, the reader returns the digits. */
function withoutDecimals(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    if (!isDecimal(element)) return element
    const { converted_type: _, logical_type: __, ...plain } = element
    return plain
  })
  return { ...metadata, schema }
}

function isDecimal({ converted_type, logical_type }: FileMetaData['schema'][number]): boolean {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL'
}

/** Returns the cells of one column of a row group, one after another. */
class ColumnCells {
  readonly #chunks: readonly ArrayLike<unknown>[]
  readonly #scale: number | null
  #chunk = 0
  #at = 0

  constructor(chunks: readonly ArrayLike<unknown>[], scale: number | null) {
    this.#chunks = chunks
    this.#scale = scale
  }

  next(): string {
    while (this.#at >= (this.#chunks[this.#chunk]?.length ?? Number.POSITIVE_INFINITY)) {
      this.#chunk += 1
      this.#at = 0
    }
    const value = this.#chunks[this.#chunk]?.[this.#at]
    this.#at += 1
    return parquetCell(value, this.#scale)
  }
}
