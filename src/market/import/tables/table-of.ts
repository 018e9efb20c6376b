import { readColumnMap, withOurColumns } from '../file/column-map.ts'
import {
  type FileChunk,
  readFileChunks,
  sizeOfFile,
  type Target,
  type TargetFlags,
  unpackedChunks,
} from '../file/source-file.ts'
import { parquetLines } from '../parquet/parquet-lines.ts'
import { dbnLines, isDbn } from './dbn-lines.ts'

/** The text of a file in pieces of whole lines. A Parquet file becomes text with a header line. */
export async function* readTable(
  file: string,
  encoding: 'latin1' | 'utf8',
  signal: AbortSignal,
): AsyncGenerator<FileChunk> {
  if (!/\.parquet$/i.test(file)) {
    yield* readFileChunks(file, encoding, signal)
    return
  }
  await sizeOfFile(file)
  yield* parquetLines(file, signal)
}

/**
 * The text of a file with many instruments, in pieces of whole lines. Each line has our columns, beginning with the
 * code.
 */
export async function* tableOfMany(file: string, map: string, signal: AbortSignal): AsyncGenerator<FileChunk> {
  yield* withOurColumns(readTable(file, 'latin1', signal), readColumnMap(map), { file, code: null })
}

/** A file's text in pieces of whole lines, with our columns if the flags map them. DBN files have fixed columns. */
export async function* tableOf(
  file: string,
  { map }: TargetFlags,
  { code, interval }: Pick<Target, 'code' | 'interval'>,
  signal: AbortSignal,
): AsyncGenerator<FileChunk> {
  if (isDbn(file)) {
    const size = await sizeOfFile(file)
    yield* dbnLines(unpackedChunks(file, size, signal), { file, code, interval })
    return
  }
  const chunks = readTable(file, 'latin1', signal)
  yield* map === undefined ? chunks : withOurColumns(chunks, readColumnMap(map), { file, code })
}
