import { isRecord } from '#src/contract/record.ts'
import { type Board, keptBoard, readBoard } from './board.ts'
import { drawingTools } from './drawing-tools.ts'
import { type Drawing, readDrawings } from './drawings.ts'

/** The chart that a link contains: the board, and the drawings of its active symbol. */
export type SharedChart = { board: Board; drawings: readonly Drawing[] }

/** The chart of the link that opened the page; `broken`: the link could not be read. */
export type Shared = SharedChart | 'broken' | null

/** Begins the part of an address that contains a chart. */
const mark = '#chart='
/** The longest link to offer. Programs through which people send links may cut longer links. */
export const linkMax = 8_000

/** Returns the part of an address from `#` on, which browsers do not send to the server. */
export async function writeShared({ board, drawings }: SharedChart): Promise<string> {
  const text = JSON.stringify({ board: keptBoard(board), drawings })
  const packed = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')))
  return (
    mark +
    btoa(String.fromCharCode(...packed))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  )
}

/** The chart of a link; null for a link that cannot be read, such as a link that was cut off. */
export async function readShared(hash: string): Promise<SharedChart | null> {
  try {
    const packed = atob(hash.slice(mark.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0))
    const unpacked = await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')))
    const read: unknown = JSON.parse(new TextDecoder().decode(unpacked))
    if (!isRecord(read)) return null
    return { board: readBoard(read.board), drawings: readDrawings(read.drawings, drawingTools) }
  } catch {
    // The link was cut off, or this page did not write it.
    return null
  }
}

const unpackedMax = 1_000_000

/** All bytes of a stream. Throws above `unpackedMax`, because a short link can unpack to a huge stream. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > unpackedMax) throw new Error('too long')
    parts.push(value)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
