import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/** The data that Ethereum signs and sends: byte strings and nested lists. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/** Recursive Length Prefix, as the Yellow Paper's appendix B defines it. */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first = 0x80] = item
    return item.length === 1 && first < 0x80 ? item : concatBytes(head(0x80, item.length), item)
  }
  const content = concatBytes(...item.map(encodeRlp))
  return concatBytes(head(0xc0, content.length), content)
}

/** Big-endian bytes without leading zeros; empty for zero. */
export function integerBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError(`${value} is negative`)
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

function head(kind: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(kind + length)
  const size = integerBytes(BigInt(length))
  return concatBytes(Uint8Array.of(kind + 55 + size.length), size)
}
