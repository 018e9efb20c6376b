import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

export type Entry = { name: string; bytes: Buffer }

export function entry(name: string, content: string | Buffer): Entry {
  return { name, bytes: Buffer.from(content) }
}

const block = 512

/** A tar archive, compressed with gzip. The same entries always make the same bytes. Names have at most 100 bytes. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ name, bytes }) => [
    header(name, bytes.length),
    bytes,
    Buffer.alloc((block - (bytes.length % block)) % block),
  ])
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 })
}

/** A header of POSIX ustar. Everybody may read the file. No file is executable after unpacking. */
function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for the archive`)
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  head.write(name, 0)
  head.write(octal(0o644, 7), 100)
  head.write(octal(0, 7), 108)
  head.write(octal(0, 7), 116)
  head.write(octal(size, 11), 124)
  // npm refuses times before 1985.
  head.write(octal(499_162_500, 11), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\0', 257)
  head.write('00', 263)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** 1980-01-01, the first date that the zip format can represent. */
const day = 0x21
const deflated = 8
const inUtf8 = 0x800

/** A zip archive. The same entries always make the same bytes. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(inUtf8, 2)
    fields.writeUInt16LE(deflated, 4)
    fields.writeUInt16LE(day, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const own = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
    const attributes = Buffer.alloc(14)
    // File mode: the owner may write, everybody may read.
    attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    attributes.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), fields, attributes, Buffer.from(name)]))
    files.push(own)
    at += own.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
