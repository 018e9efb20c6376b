import type { Encoding } from '#src/contract/data/reading.ts'
import { Unreadable } from '../file/dialect.ts'
import { FileRefused } from '../file/file-refused.ts'
import { sizeOfFile, unpackedChunks } from '../file/source-file.ts'
import { type Peeked, peek, resumed } from './peek.ts'
import { type FileChunk, textChunks } from './text-chunks.ts'
import { readTextForm, type TextForm } from './text-form.ts'

/** Enough of a file to recognise its form; zstd may unpack a few bytes to gigabytes, so no more are read. */
const headBytes = 64 * 1024

/** Opens a file as unpacked bytes, with as many as its form shows. */
export async function openBytes(
  file: string,
  signal: AbortSignal,
): Promise<Peeked<{ bytes: Buffer; fraction: number }>> {
  const size = await sizeOfFile(file)
  return peek(unpackedChunks(file, size, signal), ({ bytes }) => bytes.length, headBytes)
}

/** Reads encoding and line ends of opened bytes; throws a `FileRefused` when they are no text. */
export function formOf(file: string, { seen }: Peeked<{ bytes: Buffer }>, encoding?: Encoding): TextForm {
  try {
    return readTextForm(Buffer.concat(seen.map(({ bytes }) => bytes)), encoding)
  } catch (error) {
    if (error instanceof Unreadable) throw new FileRefused(file, error.problem.name, error.problem.values)
    throw error
  }
}

/** A file's text in pieces of whole lines; packing, encoding and line ends are recognised. */
export async function* readText(file: string, signal: AbortSignal): AsyncGenerator<FileChunk> {
  const opened = await openBytes(file, signal)
  yield* textChunks(resumed(opened), file, formOf(file, opened))
}
