import { isAscii } from 'node:buffer'
import { FileRefused } from '../file/file-refused.ts'
import type { TextForm } from './text-form.ts'

export type ByteChunk = { bytes: Buffer; fraction: number }
export type FileChunk = { text: string; fraction: number }

/** A longer line is refused, because a file without line ends must not fill the memory. */
const lineBytesMax = 1 << 20
const newline = 10
const mark = Buffer.from('\ufeff')
const carriageReturn = 13

/** The text of a file in pieces of whole lines that end with a newline, in constant memory. */
export async function* textChunks(
  chunks: AsyncIterable<ByteChunk>,
  file: string,
  { encoding, lineEnd }: TextForm,
): AsyncGenerator<FileChunk> {
  let rest: Buffer = Buffer.alloc(0)
  const asUtf8 = encoding === 'utf-8' ? chunks : inUtf8(chunks, encoding)
  let isFirst = true
  for await (const { bytes: all, fraction } of asUtf8) {
    const bytes = isFirst && all.subarray(0, mark.length).equals(mark) ? all.subarray(mark.length) : all
    isFirst = false
    if (lineEnd === '\r') endLines(bytes)
    // Lines are split as bytes, because V8 is slow when a substring is read character by character.
    const end = bytes.lastIndexOf(newline) + 1
    const lines = end > 0 ? Buffer.concat([rest, bytes.subarray(0, end)]) : null
    rest = lines ? Buffer.from(bytes.subarray(end)) : Buffer.concat([rest, bytes])
    if (rest.length > lineBytesMax) throw new FileRefused(file, 'file_line_too_long')
    if (lines) yield { text: textOf(lines), fraction }
  }
  if (rest.length > 0) yield { text: `${textOf(rest)}\n`, fraction: 1 }
}

/** ASCII is decoded as Latin-1, which is fastest. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
}

function endLines(bytes: Buffer): void {
  for (let at = bytes.indexOf(carriageReturn); at !== -1; at = bytes.indexOf(carriageReturn, at + 1))
    bytes[at] = newline
}

async function* inUtf8(chunks: AsyncIterable<ByteChunk>, encoding: string): AsyncGenerator<ByteChunk> {
  const decoder = new TextDecoder(encoding)
  for await (const { bytes, fraction } of chunks)
    yield { bytes: Buffer.from(decoder.decode(bytes, { stream: true })), fraction }
  const end = decoder.decode()
  if (end !== '') yield { bytes: Buffer.from(end), fraction: 1 }
}
