import type { Encoding } from '#src/contract/data/reading.ts'
import { Unreadable } from '../file/dialect.ts'
import { FileRefused } from '../file/file-refused.ts'
import { sizeOfFile, unpackedChunks } from '../file/source-file.ts'
import { type Peeked, peek, resumed } from './peek.ts'
import { type FileChunk, textChunks } from './text-chunks.ts'
import { readTextForm, type TextForm } from './text-form.ts'

/**
 * The number of bytes that suffices to recognise a form. No more bytes are read, because zstd may unpack a few bytes to
 * gigabytes.
 */
const headBytes = 64 * 1024

/** Opens a file as unpacked bytes, and reads as many bytes as are needed to recognise its form. */
export async function openBytes(
  file: string,
  signal: AbortSignal,
): Promise<Peeked<{ bytes: Buffer; fraction: number }>> {
  const size = await sizeOfFile(file)
  return peek(unpackedChunks(file, size, signal), ({ bytes }) => bytes.length, headBytes)
}

/** Reads encoding and line ends of opened bytes. Throws a `FileRefused` if the bytes are not text. */
export function formOf(file: string, { seen }: Peeked<{ bytes: Buffer }>, encoding?: Encoding): TextForm {
  try {
    return readTextForm(Buffer.concat(seen.map(({ bytes }) => bytes)), encoding)
  } catch (error) {
    if (error instanceof Unreadable) throw new FileRefused(file, error.problem.name, error.problem.values)
    throw error
  }
}

/** A file's text in pieces of whole lines. Recognises packing, encoding and line ends. */
export async function* readText(file: string, signal: AbortSignal): AsyncGenerator<FileChunk> {
  const opened = await openBytes(file, signal)
  yield* textChunks(resumed(opened), file, formOf(file, opened))
}
