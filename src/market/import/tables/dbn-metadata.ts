/*
 * The metadata at the start of a DBN file, versions 1 to 3, by
 * https://databento.com/docs/standards-and-conventions/databento-binary-encoding and the encoder of Databento's
 * package databento-dbn:
 *
 *   "DBN", version u8, length u32 of the rest, then
 *   dataset c16, schema u16, start u64, end u64, limit u64, [v1: records u64], stype_in u8, stype_out u8, ts_out u8,
 *   [from v2: symbol length u16], reserved up to 100 bytes, length u32 of an empty definition,
 *   three lists of symbols, then mappings: symbol, count u32,
 *   for each: from u32, to u32 (20240611, end excluded), symbol
 */

export const prefixBytes = 8
const schemaAt = prefixBytes + 16
/** The length of the first part of a file, up to and including the number of its schema, in bytes. */
export const schemaEnd = schemaAt + 2
const fixedBytes = 100
const symbolBytesOfVersion1 = 22
const versionMax = 3
const headBytesMax = 16 * 1024 * 1024
/** A maximum that exceeds the mappings of all listed symbols on a day. */
const spansMax = 200_000

/** The days (`20240611`, end excluded) on which an id means a symbol. */
export type Span = { from: number; to: number; symbol: string }

export type DbnMetadata = {
  version: number
  /** A schema number from `schemas`; 65535 for a file with mixed record kinds. */
  schema: number
  /** The number of bytes of a symbol in a record. */
  symbolBytes: number
  symbols: ReadonlySet<string>
  /** The spans of each id, sorted by their first day. */
  byId: ReadonlyMap<number, readonly Span[]>
}

/**
 * The metadata's length in bytes, from the first eight bytes; null if the file is not DBN of a known version, or states
 * an impossible length.
 */
export function headLength(bytes: Buffer): number | null {
  const version = bytes[3] ?? 0
  if (bytes.toString('latin1', 0, 3) !== 'DBN' || version < 1 || version > versionMax) return null
  const length = bytes.readUInt32LE(4)
  return length < fixedBytes || length > headBytesMax ? null : prefixBytes + length
}

/** Reads the metadata. Throws a `RangeError` if `bytes` end before it, or state no symbol length or too many spans. */
export function readMetadata(bytes: Buffer): DbnMetadata {
  const version = bytes[3] ?? 0
  const stypes = prefixBytes + (version === 1 ? 50 : 42)
  const symbolBytes = version === 1 ? symbolBytesOfVersion1 : bytes.readUInt16LE(stypes + 3)
  if (symbolBytes < 2) throw new RangeError('symbols have no length')
  let at = prefixBytes + fixedBytes
  at += 4 + bytes.readUInt32LE(at)

  const number = () => {
    at += 4
    return bytes.readUInt32LE(at - 4)
  }
  const symbol = () => {
    if (at + symbolBytes > bytes.length) throw new RangeError('the head of the file is cut off')
    at += symbolBytes
    return textAt(bytes, at - symbolBytes, symbolBytes)
  }

  for (let list = 0; list < 3; list += 1) for (let left = number(); left > 0; left -= 1) symbol()
  const symbols = new Set<string>()
  const byId = new Map<number, Span[]>()
  let spansLeft = spansMax
  for (let left = number(); left > 0; left -= 1) {
    const one = symbol()
    const spans = number()
    spansLeft -= spans
    if (spansLeft < 0) throw new RangeError('the head maps too many symbols')
    for (let span = 0; span < spans; span += 1) {
      const [from, to, other] = [number(), number(), symbol()]
      // A mapping has two symbols: the requested symbol and its counterpart. Either symbol may be the number.
      const [id, name] = /^\d+$/.test(other) ? [Number(other), one] : [Number(one), other]
      if (!Number.isSafeInteger(id)) continue
      symbols.add(name)
      const known = byId.get(id)
      if (known) known.push({ from, to, symbol: name })
      else byId.set(id, [{ from, to, symbol: name }])
    }
  }
  for (const spans of byId.values()) spans.sort((a, b) => a.from - b.from)
  return { version, schema: schemaOf(bytes), symbolBytes, symbols, byId }
}

/** The number of the schema, from the first `schemaEnd` bytes. */
export const schemaOf = (bytes: Buffer) => bytes.readUInt16LE(schemaAt)

/** The text up to the first zero byte. */
export function textAt(bytes: Buffer, start: number, length: number): string {
  const text = bytes.subarray(start, start + length)
  const end = text.indexOf(0)
  return text.toString('utf8', 0, end === -1 ? length : end)
}

/** The span that contains a day, or null. `spans` are sorted by their first day. */
export function spanOn(spans: readonly Span[], day: number): Span | null {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle]?.from ?? 0) <= day) low = middle + 1
    else high = middle
  }
  const span = spans[low - 1]
  return span && day < span.to ? span : null
}
