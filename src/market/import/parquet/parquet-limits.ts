import type { AsyncBuffer, ColumnMetaData, RowGroup } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'
import { FileRefused } from '../file/file-refused.ts'

/** The maximum number of values in one row group. A group is decoded as a whole, so this limits the memory. */
const groupValuesMax = 20_000_000
const groupBytesMax = 512 * 1024 * 1024
const columnsMax = 500

export function checkColumns(file: string, count: number): void {
  if (count === 0) throw new FileRefused(file, 'file_not_parquet', { reason: 'no columns' })
  if (count > columnsMax) throw new FileRefused(file, 'file_parquet_columns', { count, max: columnsMax })
}

/**
 * Checks a row group before it is decoded: its size in the footer, and the sizes in the headers of its pages, since
 * either may be wrong.
 */
export async function checkGroup(file: string, buffer: AsyncBuffer, group: RowGroup, names: ReadonlySet<string>) {
  const rows = Number(group.num_rows)
  let values = 0
  let bytes = 0
  const add = (more: { values: number; bytes: number }) => {
    values += more.values
    bytes += more.bytes
    if (values > groupValuesMax || bytes > groupBytesMax)
      throw new FileRefused(file, 'file_parquet_group', { values: groupValuesMax, mib: groupBytesMax / 1024 ** 2 })
  }
  add({ values: rows * names.size, bytes: 0 })
  for (const { meta_data: column } of group.columns) {
    if (!column || !names.has(column.path_in_schema[0] ?? '')) continue
    let counted = 0
    for (const page of pagesOf(await chunkOf(buffer, column))) {
      counted += page.values
      add({ values: Math.max(0, counted - rows), bytes: page.bytes })
    }
  }
}

async function chunkOf(buffer: AsyncBuffer, column: ColumnMetaData): Promise<ArrayBuffer> {
  const { data_page_offset: data, dictionary_page_offset: dictionary, total_compressed_size: size } = column
  const start = Number(dictionary && dictionary < data ? dictionary : data)
  return buffer.slice(start, Math.min(buffer.byteLength, start + Number(size)))
}

/** The number of values and of unpacked bytes in each page of a column, read from the headers only. */
function* pagesOf(chunk: ArrayBuffer): Generator<{ values: number; bytes: number }> {
  const reader = { view: new DataView(chunk), offset: 0 }
  while (reader.offset < chunk.byteLength - 1) {
    const header = parquetHeader(reader)
    const page = header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header
    const [packed, bytes] = [Number(header.compressed_page_size), Number(header.uncompressed_page_size)]
    const values = Number(page?.num_values ?? 0)
    if (!(packed >= 0 && bytes >= 0 && values >= 0)) throw new RangeError('a page has no size')
    reader.offset += packed
    yield { values: header.dictionary_page_header ? 0 : values, bytes }
  }
}
