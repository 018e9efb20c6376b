import { widths } from './native-rows.ts'

export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const readers: Readonly<Record<string, (bytes: ArrayBuffer) => Column>> = {
  UInt8: (bytes) => new Uint8Array(bytes),
  UInt16: (bytes) => new Uint16Array(bytes),
  UInt32: (bytes) => new Uint32Array(bytes),
  Int32: (bytes) => new Int32Array(bytes),
  Float64: (bytes) => new Float64Array(bytes),
  Int64: (bytes) => wholeNumbersOf(new Int32Array(bytes)),
  UInt64: (bytes) => wholeNumbersOf(new Uint32Array(bytes)),
}

/**
 * The numeric columns of a result in ClickHouse's Native format; no columns for an empty result. Integers beyond 2^53
 * are rounded.
 */
export function nativeColumns(bytes: Buffer): Column[] {
  const columns: Column[][] = []
  let at = 0
  const number = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at] ?? 0
      at += 1
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const text = () => {
    const length = number()
    at += length
    return bytes.toString('latin1', at - length, at)
  }
  while (at < bytes.length) {
    const count = number()
    const rows = number()
    for (let column = 0; column < count; column += 1) {
      text()
      const type = text()
      const read = readers[type]
      if (!read) throw new Error(`a column of the type ${type} is not read as numbers`)
      const start = bytes.byteOffset + at
      at += rows * (widths[type] ?? 0)
      if (at > bytes.length) throw new Error('an answer of ClickHouse ends too early')
      const parts = columns[column] ?? []
      columns[column] = parts
      // The bytes are copied, because a typed array needs an aligned start.
      parts.push(read(bytes.buffer.slice(start, bytes.byteOffset + at) as ArrayBuffer))
    }
  }
  return columns.map(joined)
}

function joined(parts: readonly Column[]): Column {
  const [first = new Float64Array(), ...more] = parts
  if (more.length === 0) return first
  const whole = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function wholeNumbersOf(halves: Int32Array | Uint32Array): Float64Array {
  const values = new Float64Array(halves.length / 2)
  for (let at = 0; at < values.length; at += 1)
    values[at] = (halves[2 * at + 1] ?? 0) * 2 ** 32 + ((halves[2 * at] ?? 0) >>> 0)
  return values
}
