import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Encodes a protobuf message with these fields in this order: numbers as varints, other values with their length.
 * Zeros are omitted, as in proto3.
 */
export function message(...fields: readonly [number: number, value: bigint | Uint8Array | string][]): Uint8Array {
  return concatBytes(...fields.map(([number, value]) => field(number, value)))
}

function field(number: number, value: bigint | Uint8Array | string): Uint8Array {
  if (typeof value === 'bigint') {
    return value === 0n ? new Uint8Array() : concatBytes(varint(BigInt(number << 3)), varint(value))
  }
  const bytes = typeof value === 'string' ? utf8ToBytes(value) : value
  return concatBytes(varint(BigInt((number << 3) | 2)), varint(BigInt(bytes.length)), bytes)
}

function varint(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`${value} is negative`)
  const bytes: number[] = []
  let rest = value
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Uint8Array.from([...bytes, Number(rest)])
}
