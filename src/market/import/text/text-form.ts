import { isUtf8 } from 'node:buffer'
import type { Encoding } from '#src/contract/data/reading.ts'
import { Unreadable } from '../file/dialect.ts'

/** `lineEnd`: the byte that ends a line. Files of old Macintosh programs have only carriage returns. */
export type TextForm = { encoding: Encoding; lineEnd: '\n' | '\r' }

/** The first bytes of files that are not tables, with the names of their formats. */
const others: readonly (readonly [string, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['arrow', [0x41, 0x52, 0x52, 0x4f, 0x57, 0x31]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
]

/** Reads the encoding and the line ends from a file's first bytes. Throws for binary, HTML, JSON and empty files. */
export function readTextForm(head: Buffer, given?: Encoding): TextForm {
  if (head.length === 0) throw new Unreadable('file_empty')
  const other = others.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))
  if (other) throw new Unreadable('file_format', { format: other[0] })
  const encoding = given ?? encodingOf(head)
  const text = new TextDecoder(encoding).decode(head)
  if (text.trim() === '') throw new Unreadable('file_empty')
  if ((text.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0) > text.length / 100)
    throw new Unreadable('file_format', { format: 'binary' })
  if (/^\s*<(?:[!?]|(?:html|head|body)\b)/i.test(text)) throw new Unreadable('file_format', { format: 'html' })
  if (/^\s*[{[]/.test(text)) throw new Unreadable('file_format', { format: 'json' })
  return { encoding, lineEnd: !text.includes('\n') && text.includes('\r') ? '\r' : '\n' }
}

function encodingOf(head: Buffer): Encoding {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const { even, odd } = zeros(head)
  // ASCII in UTF-16 has a zero in every second byte.
  if (odd > head.length / 4 && even < odd / 10) return 'utf-16le'
  if (even > head.length / 4 && odd < even / 10) return 'utf-16be'
  // The last character of these bytes may be cut off.
  const isText = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)))
  return isText ? 'utf-8' : 'gb18030'
}

function zeros(head: Buffer): { even: number; odd: number } {
  let [even, odd] = [0, 0]
  for (let at = 0; at < head.length; at += 1) {
    if (head[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  return { even, odd }
}
