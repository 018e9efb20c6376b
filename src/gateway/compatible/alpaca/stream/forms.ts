import { decode, encode } from '@msgpack/msgpack'
import { isRecord } from '#src/contract/record.ts'
import { headBytes, writeHead } from '#src/gateway/stream/delivery/frame.ts'
import type { Packing } from '#src/gateway/stream/delivery/packing.ts'

/** The encoding of a socket's messages. `read` throws if the data are not a message. */
export type Form = {
  name: string
  element: (text: string) => Buffer
  packing: Packing
  read: (data: Buffer, isBinary: boolean) => unknown
}

const binaryFrame = 0x82
const mark = { begin: Buffer.from('['), comma: Buffer.from(','), end: Buffer.from(']') }
/** Whether a text is one of the vendor's responses, not an event. */
const isAnswer = (text: string) => /^\{"T":"(success|error|subscription)"/.test(text)
/** The limits of a client's message: bytes of a text, elements of a list or map. Binary data are refused. */
const decodeLimits = { maxStrLength: 4_096, maxArrayLength: 20_000, maxMapLength: 32, maxBinLength: 0, maxExtLength: 0 }

const ascii = (text: string) => Buffer.from(text, 'latin1')

export const json: Form = {
  name: 'json',
  element: ascii,
  packing: lists(ascii, (elements) =>
    framed(0x81, [mark.begin, ...elements.flatMap((one, n) => (n === 0 ? [one] : [mark.comma, one])), mark.end]),
  ),
  read(data, isBinary) {
    if (isBinary) throw new TypeError('the socket reads text')
    return JSON.parse(String(data))
  },
}

export const msgpack: Form = {
  name: 'msgpack',
  element: packed,
  packing: lists(packed, (elements) => framed(binaryFrame, [listHead(elements.length), ...elements])),
  read: (data, isBinary) => (isBinary ? decode(data, decodeLimits) : JSON.parse(String(data))),
}

/** In MessagePack the vendor's times are timestamps. */
function packed(text: string): Buffer {
  const message: unknown = JSON.parse(text)
  if (isRecord(message) && typeof message.t === 'string') message.t = new Date(message.t)
  const bytes = encode(message)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The header of a MessagePack list. */
function listHead(length: number): Buffer {
  if (length < 16) return Buffer.of(0x90 | length)
  return length < 65_536
    ? Buffer.of(0xdc, length >> 8, length & 0xff)
    : Buffer.of(0xdd, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff)
}

function framed(opcode: number, pieces: readonly Buffer[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const head = Buffer.allocUnsafe(headBytes(length))
  writeHead(head, length)
  head[0] = opcode
  return Buffer.concat([head, ...pieces])
}

/**
 * The events of one write form one list. Each response is a list of its own, because the vendor's clients wait for such
 * a list.
 */
function lists(encoded: (text: string) => Buffer, listOf: (elements: readonly Buffer[]) => Buffer): Packing {
  const answers = new WeakSet<Buffer>()
  return {
    batched: true,
    part(text) {
      const part = encoded(text)
      if (isAnswer(text)) answers.add(part)
      return part
    },
    joined(_assembly, parts) {
      const frames: Buffer[] = []
      let events: Buffer[] = []
      const endList = () => {
        if (events.length > 0) frames.push(listOf(events))
        events = []
      }
      for (let n = 0; n < parts.count; n += 1) {
        const part = parts.part(n)
        if (!answers.has(part)) events.push(part)
        else {
          endList()
          frames.push(listOf([part]))
        }
      }
      endList()
      return Buffer.concat(frames)
    },
  }
}
