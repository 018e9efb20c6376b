import type { Problem } from '#src/contract/errors.ts'
import { intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Exchange } from '../../calendar/exchange.ts'
import { exchangeOf } from '../../calendar/exchange-of.ts'
import type { Dialect } from '../file/dialect.ts'
import { FileRefused } from '../file/file-refused.ts'
import type { ManyTarget } from '../file/many-target.ts'
import { packingOf, sizeOfFile, type Target, type TargetFlags } from '../file/source-file.ts'
import { readColumnMap } from '../reading/column-map.ts'
import type { TableKind } from '../reading/find-columns.ts'
import { plainDialect } from '../reading/plain-dialect.ts'
import { isProblem, recognise } from '../reading/recognise.ts'
import { type Peeked, peek, resumed } from '../text/peek.ts'
import { formOf, openBytes, readText } from '../text/read-lines.ts'
import { type FileChunk, textChunks } from '../text/text-chunks.ts'
import { dbnLines } from './dbn-lines.ts'

/** The text of a file in pieces of whole lines, and the form of its rows. */
export type Table = { dialect: Dialect; chunks: AsyncIterable<FileChunk> }

/**
 * `code` null: the rows name their instruments. `exchange`: the instrument's exchange, whose zone applies to local
 * times.
 */
export type TableRequest = {
  kind: TableKind
  /** The column names of released rows, which are read as in their import; undefined for other files. */
  released: string | undefined
  flags: TargetFlags
  target: Omit<Target, 'code'> & { code: string | null }
  exchange: Exchange
}

/** The length of the text that suffices to recognise a table. */
const headLength = 64 * 1024

/** Opens a file and recognises its form. Throws a `FileRefused` with the cause if it cannot be read. */
export async function openTable(file: string, request: TableRequest, signal: AbortSignal): Promise<Table> {
  const { text, encoding } = await openLines(file, request, signal)
  const { kind, flags, released } = request
  const chunks = resumed(text)
  if (released !== undefined) return { dialect: releasedDialect(kind, flags, released), chunks }
  const head = text.seen.map((chunk) => chunk.text).join('')
  const dialect = recogniseHead(head, request, encoding)
  if (!isProblem(dialect)) return { dialect, chunks }
  await chunks.return(undefined)
  if (text.failure) throw text.failure.error
  throw new FileRefused(file, dialect.name, dialect.values)
}

/** Recognises the form of a table by its first lines. `encoding` null: the lines were converted from Parquet or DBN. */
export function recogniseHead(
  head: string,
  { kind, flags: { map, reading = {} }, target, exchange }: Omit<TableRequest, 'released'>,
  encoding: Dialect['encoding'] | null,
): Dialect | Problem {
  return recognise(
    head,
    {
      ...{ kind, exchange, code: target.code, isText: encoding !== null, encoding: encoding ?? 'utf-8' },
      isDaily: target.interval !== null && intervalMs[target.interval] >= dayMs,
      hasDays: target.class === 'stock' || target.class === 'fund' || target.class === 'indices',
      map: map === undefined ? null : readColumnMap(map),
    },
    reading,
  )
}

/** Opens a file whose rows name their instruments. */
export async function openManyTable(
  ctx: Platform,
  file: string,
  { target, ...request }: Omit<TableRequest, 'exchange' | 'target'> & { target: ManyTarget },
  signal: AbortSignal,
): Promise<Table> {
  const exchange = exchangeOf(ctx, { ...target, exchange: '', code: '' })
  const table = await openTable(file, { ...request, exchange, target: { ...target, code: null } }, signal)
  if (table.dialect.columns.code === undefined) throw new FileRefused(file, 'file_no_code')
  return table
}

/** Released rows are text in our own encoding, with the column names of their file. */
function releasedDialect(kind: TableKind, { dialect }: TargetFlags, head: string): Dialect {
  const known = dialect ?? plainDialect(kind, head)
  return { ...known, encoding: 'utf-8', headLines: head === '' ? 0 : 1 }
}

type Lines = { text: Peeked<FileChunk>; encoding: Dialect['encoding'] | null }

/** The lines of a file. `encoding` null: they are converted from Parquet or DBN. */
async function openLines(file: string, { flags, target }: TableRequest, signal: AbortSignal): Promise<Lines> {
  const begun = (chunks: AsyncIterable<FileChunk>) => peek(chunks, (chunk) => chunk.text.length, headLength)
  const bytes = await openBytes(file, signal)
  if ((await packingOf(file)) === 'parquet') {
    await bytes.rest.return?.()
    const { parquetLines } = await import('../parquet/parquet-lines.ts')
    return { text: await begun(parquetLines(file, signal)), encoding: null }
  }
  if (bytes.seen[0]?.bytes.toString('latin1', 0, 3) === 'DBN') {
    const { code, interval } = target
    return { text: await begun(dbnLines(resumed(bytes), { file, code: code ?? '', interval })), encoding: null }
  }
  const form = formOf(file, bytes, flags.reading?.encoding)
  return { text: await begun(textChunks(resumed(bytes), file, form)), encoding: form.encoding }
}

/** A file's text in pieces of whole lines. A Parquet file becomes text with a line of column names. */
export async function* readTable(file: string, signal: AbortSignal): AsyncGenerator<FileChunk> {
  await sizeOfFile(file)
  if ((await packingOf(file)) !== 'parquet') return yield* readText(file, signal)
  const { parquetLines } = await import('../parquet/parquet-lines.ts')
  yield* parquetLines(file, signal)
}
