import { endianness } from 'node:os'

/** One column. `values`: the bytes of the type; a 64-bit integer is two halves (`wholeNumbers`). */
export type NativeColumn = readonly [
  name: string,
  type: 'UInt8' | 'UInt32' | 'Int64' | 'UInt64' | 'Float64',
  ArrayBufferView,
]

/** Columns as one block of ClickHouse's Native format: https://clickhouse.com/docs/interfaces/formats/Native */
export function nativeBlock(rows: number, columns: readonly NativeColumn[]): Buffer {
  if (endianness() !== 'LE') throw new Error('numbers of this machine have another order of bytes')
  const parts = [varUInt(columns.length), varUInt(rows)]
  for (const [name, type, { buffer, byteOffset, byteLength }] of columns)
    parts.push(text(name), text(type), Buffer.from(buffer, byteOffset, byteLength))
  return Buffer.concat(parts)
}

/** Int64 values in two halves: a BigInt for each row would burden the garbage collector. */
export function wholeNumbers(values: Float64Array): Int32Array {
  const halves = new Int32Array(2 * values.length)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    const high = Math.floor(value / 2 ** 32)
    halves[2 * at] = (value - high * 2 ** 32) | 0
    halves[2 * at + 1] = high | 0
  }
  return halves
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varUInt(bytes.length), bytes])
}

function varUInt(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return Buffer.from([...bytes, left])
}
