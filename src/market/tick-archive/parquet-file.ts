import { createHash } from 'node:crypto'
import type { AsyncBuffer, FileMetaData, RowGroup } from 'hyparquet'
import { LRUCache } from 'lru-cache'
import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { archiveFiles } from './files/open-files.ts'

/** The reader is loaded only when the first archived file is read. */
const reader = () => import('hyparquet')

const footersMax = 200
const kept = new KeptValue<LRUCache<string, FileMetaData>>('archive footers')

/** The rows to read: the rows of one instrument between two times, both included. */
export type Wanted = { storedAs: number; from: number; to: number }
export type FileRow = Record<string, unknown> & { instrument: number; time: Date; seq: number; version: bigint }

/** The file's rows in reading order, one row group at a time. Row groups without wanted rows are not fetched. */
export async function* groupsOf(
  ctx: Platform,
  { name, bytes }: { name: string; bytes: number },
  wanted: Wanted,
  order: 'newest' | 'oldest',
): AsyncGenerator<FileRow[]> {
  const files = archiveFiles(ctx)
  const file: AsyncBuffer = {
    byteLength: bytes,
    slice: (from, to = bytes) => files.read(name, from < 0 ? bytes + from : from, to),
  }
  const metadata = await footerOf(ctx, name, file)
  const { parquetReadObjects } = await reader()
  const groups = groupRanges(metadata).filter(({ group }) => mayHold(metadata, group, wanted))
  for (const { start, end } of order === 'newest' ? groups.reverse() : groups) {
    const rows = (await parquetReadObjects({ file, metadata, rowStart: start, rowEnd: end })) as FileRow[]
    yield rows.filter(({ instrument, time }) => {
      return instrument === wanted.storedAs && time.getTime() >= wanted.from && time.getTime() <= wanted.to
    })
  }
}

async function footerOf(ctx: Platform, name: string, file: AsyncBuffer): Promise<FileMetaData> {
  const footers = kept.of(ctx) ?? new LRUCache<string, FileMetaData>({ max: footersMax })
  kept.set(ctx, footers)
  const known = footers.get(name) ?? (await (await reader()).parquetMetadataAsync(file))
  footers.set(name, known)
  return known
}

function groupRanges(metadata: FileMetaData): { group: RowGroup; start: number; end: number }[] {
  let start = 0
  return metadata.row_groups.map((group) => {
    const end = start + Number(group.num_rows)
    const found = { group, start, end }
    start = end
    return found
  })
}

/**
 * Whether a row group may have wanted rows, by the minimum and maximum of its columns; true if the file does not state
 * them.
 */
function mayHold(metadata: FileMetaData, group: RowGroup, { storedAs, from, to }: Wanted): boolean {
  const columns = metadata.schema.slice(1).map(({ name }) => name)
  const bounds = (name: string): [number, number] | null => {
    const { min_value: min, max_value: max } = group.columns[columns.indexOf(name)]?.meta_data?.statistics ?? {}
    return min === undefined || max === undefined ? null : [Number(min), Number(max)]
  }
  const instruments = bounds('instrument')
  if (instruments && (storedAs < instruments[0] || storedAs > instruments[1])) return false
  const times = bounds('time')
  return !times || (times[0] <= to && times[1] >= from)
}

export type Found = {
  bytes: number
  sha256: string
  parts: { instrument: number; rows: number; first: number; last: number }[]
}

/** Reads a file back from the archive. Returns the counts and the checksum of its content. */
export async function inspect(ctx: Platform, name: string): Promise<Found> {
  const bytes = await archiveFiles(ctx).readAll(name)
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice: (from, to) => {
      const part = bytes.subarray(from, to)
      return new Uint8Array(part).buffer
    },
  }
  const { parquetMetadataAsync, parquetReadObjects } = await reader()
  const metadata = await parquetMetadataAsync(file)
  const parts: Found['parts'] = []
  for (const { start, end } of groupRanges(metadata)) {
    const readOptions = { file, metadata, rowStart: start, rowEnd: end }
    for (const { instrument, time } of (await parquetReadObjects(readOptions)) as FileRow[]) {
      const [part, at] = [parts.at(-1), time.getTime()]
      if (part?.instrument === instrument) Object.assign(part, { rows: part.rows + 1, last: Math.max(part.last, at) })
      else parts.push({ instrument, rows: 1, first: at, last: at })
    }
  }
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), parts }
}
