import { Builder } from 'flatbuffers'
import { type Series, textColumns } from './series.ts'

export const arrowType = 'application/vnd.apache.arrow.stream'

/* Constants of Apache Arrow's Schema.fbs and Message.fbs. */
const version5 = 4
const schemaHeader = 1
const batchHeader = 3
const floatingPoint = 3
const utf8 = 5
const timestamp = 10
const double = 2
const millisecond = 1
const continuation = 0xff_ff_ff_ff

/**
 * An Arrow stream with the columns of Parquet: a schema, one batch of all rows, the end. `t` is a timestamp in ms
 * UTC, `source` is text, all other columns are nullable DOUBLE.
 */
export function arrowOf({ rows, columns }: Series): Buffer {
  const bodies = columns.map((name) => columnOf(rows, name))
  const parts = bodies.flatMap(({ buffers }) => buffers)
  const body = Buffer.concat(parts.map(padded))
  return Buffer.concat([
    ...messageOf(schemaOf(columns), schemaHeader, 0),
    ...messageOf(batchOf(rows.length, bodies), batchHeader, body.length),
    body,
    end(),
  ])
}

type Column = { nulls: number; buffers: readonly Uint8Array[] }

function columnOf(rows: Series['rows'], name: string): Column {
  return textColumns.has(name) ? textColumn(rows, name) : numberColumn(rows, name)
}

/** The buffers of a text column: validity, the end of each text in the bytes, the bytes. */
function textColumn(rows: Series['rows'], name: string): Column {
  const offsets = new Int32Array(rows.length + 1)
  const texts = rows.map((row) => Buffer.from(String(row[name])))
  for (const [at, text] of texts.entries()) offsets[at + 1] = (offsets[at] ?? 0) + text.length
  return { nulls: 0, buffers: [new Uint8Array(), new Uint8Array(offsets.buffer), Buffer.concat(texts)] }
}

function numberColumn(rows: Series['rows'], name: string): Column {
  const values = name === 't' ? new BigInt64Array(rows.length) : new Float64Array(rows.length)
  const bits = new Uint8Array(Math.ceil(rows.length / 8))
  let nulls = 0
  for (const [at, row] of rows.entries()) {
    const cell = row[name]
    const value = typeof cell === 'boolean' ? Number(cell) : cell
    if (typeof value !== 'number') {
      nulls += 1
      continue
    }
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    if (values instanceof BigInt64Array) values[at] = BigInt(value)
    else values[at] = value
  }
  // The format allows an empty validity bitmap when there are no nulls.
  const validity = nulls === 0 ? new Uint8Array() : bits
  return { nulls, buffers: [validity, new Uint8Array(values.buffer)] }
}

type Made = (builder: Builder) => number

function schemaOf(columns: readonly string[]): Made {
  return (builder) => {
    const fields = columns.map((name) => {
      const { number, type: typeOf, isNullable } = typeFor(name)
      const text = builder.createString(name)
      const type = typeOf(builder)
      const children = vectorOf(builder, [])
      builder.startObject(7)
      builder.addFieldOffset(0, text, 0)
      builder.addFieldInt8(1, isNullable ? 1 : 0, 0)
      builder.addFieldInt8(2, number, 0)
      builder.addFieldOffset(3, type, 0)
      builder.addFieldOffset(5, children, 0)
      return builder.endObject()
    })
    const vector = vectorOf(builder, fields)
    builder.startObject(4)
    builder.addFieldOffset(1, vector, 0)
    return builder.endObject()
  }
}

function typeFor(name: string): { number: number; type: Made; isNullable: boolean } {
  if (name === 't') return { number: timestamp, type: timeType, isNullable: false }
  if (textColumns.has(name)) return { number: utf8, type: textType, isNullable: false }
  return { number: floatingPoint, type: doubleType, isNullable: true }
}

function textType(builder: Builder): number {
  builder.startObject(0)
  return builder.endObject()
}

function timeType(builder: Builder): number {
  const zone = builder.createString('UTC')
  builder.startObject(2)
  builder.addFieldInt16(0, millisecond, 0)
  builder.addFieldOffset(1, zone, 0)
  return builder.endObject()
}

function doubleType(builder: Builder): number {
  builder.startObject(1)
  builder.addFieldInt16(0, double, 0)
  return builder.endObject()
}

function vectorOf(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4)
  for (const offset of offsets.toReversed()) builder.addOffset(offset)
  return builder.endVector()
}

function batchOf(rows: number, columns: readonly Column[]): Made {
  return (builder) => {
    const lengths = columns.flatMap(({ buffers }) => buffers.map(({ length }) => length))
    const starts: number[] = []
    let at = 0
    for (const length of lengths) {
      starts.push(at)
      at += roundUp(length)
    }
    // FlatBuffers vectors of structs with two 64-bit numbers are written from the end: the last struct and its last
    // field come first.
    builder.startVector(16, lengths.length, 8)
    for (let n = lengths.length - 1; n >= 0; n -= 1) pair(builder, starts[n] ?? 0, lengths[n] ?? 0)
    const buffers = builder.endVector()
    builder.startVector(16, columns.length, 8)
    for (const { nulls } of columns.toReversed()) pair(builder, rows, nulls)
    const nodes = builder.endVector()
    builder.startObject(4)
    builder.addFieldInt64(0, BigInt(rows), 0n)
    builder.addFieldOffset(1, nodes, 0)
    builder.addFieldOffset(2, buffers, 0)
    return builder.endObject()
  }
}

function pair(builder: Builder, first: number, second: number): void {
  builder.prep(8, 16)
  builder.writeInt64(BigInt(second))
  builder.writeInt64(BigInt(first))
}

/** A message without its body: a marker, the length, and the message padded to a multiple of eight bytes. */
function messageOf(make: Made, header: number, bodyBytes: number): Buffer[] {
  const builder = new Builder(1_024)
  const content = make(builder)
  builder.startObject(5)
  builder.addFieldInt16(0, version5, 0)
  builder.addFieldInt8(1, header, 0)
  builder.addFieldOffset(2, content, 0)
  builder.addFieldInt64(3, BigInt(bodyBytes), 0n)
  builder.finish(builder.endObject())
  const message = padded(builder.asUint8Array())
  const head = Buffer.alloc(8)
  head.writeUInt32LE(continuation, 0)
  head.writeInt32LE(message.length, 4)
  return [head, message]
}

function end(): Buffer {
  const mark = Buffer.alloc(8)
  mark.writeUInt32LE(continuation, 0)
  return mark
}

function padded(bytes: Uint8Array): Buffer {
  const whole = Buffer.alloc(roundUp(bytes.length))
  whole.set(bytes)
  return whole
}

function roundUp(length: number): number {
  return Math.ceil(length / 8) * 8
}
