import type { Interval } from '#src/contract/market.ts'

export type DbnKind = 'bars' | 'trades' | 'quotes'

/** The supported kinds of files, by schema number: ohlcv, trades, tbbo, mbp-1, bbo, cmbp-1, cbbo, tcbbo. */
// biome-ignore format: a table
export const schemas: ReadonlyMap<number, { kind: DbnKind; interval: Interval | null }> = new Map([
  [6, { kind: 'bars', interval: '1m' }], [7, { kind: 'bars', interval: '1h' }], [8, { kind: 'bars', interval: '1d' }], [13, { kind: 'bars', interval: '1d' }],
  [3, { kind: 'trades', interval: null }], [4, { kind: 'trades', interval: null }], [17, { kind: 'trades', interval: null }],
  [1, { kind: 'quotes', interval: null }], [14, { kind: 'quotes', interval: null }], [15, { kind: 'quotes', interval: null }],
  [16, { kind: 'quotes', interval: null }], [18, { kind: 'quotes', interval: null }], [19, { kind: 'quotes', interval: null }],
])

/** The record types, with their minimum length in bytes. */
// biome-ignore format: a table
const lengths: Readonly<Record<DbnKind, ReadonlyMap<number, number>>> = {
  bars: new Map([[0x21, 56], [0x22, 56], [0x23, 56], [0x24, 56]]),
  trades: new Map([[0x00, 48], [0x01, 80], [0xb1, 80], [0xc2, 80]]),
  quotes: new Map([[0x01, 80], [0xb1, 80], [0xc0, 80], [0xc1, 80], [0xc3, 80], [0xc4, 80]]),
}

export const heads: Readonly<Record<DbnKind, string>> = {
  bars: 'time,open,high,low,close,volume',
  trades: 'time,price,size,side',
  quotes: 'time,bid,ask',
}

export const symbolMapping = 0x16
const undefinedPrice = 2n ** 63n - 1n
const undefinedTime = 2n ** 64n - 1n
const scale = 1_000_000_000n
const actionTrade = 84
/** The aggressor's side by the letter of a trade: B bought from the ask, A sold to the bid. */
const sides: Readonly<Record<number, string>> = { 65: 'sell', 66: 'buy' }

export const recordLength = (bytes: Buffer, at: number) => (bytes[at] ?? 0) * 4
export const recordType = (bytes: Buffer, at: number) => bytes[at + 1] ?? 0
export const instrumentId = (bytes: Buffer, at: number) => bytes.readUInt32LE(at + 4)

/** Whether a record is a row of the kind, and not, for example, a system message. */
export function isRow(kind: DbnKind, bytes: Buffer, at: number): boolean {
  const least = lengths[kind].get(recordType(bytes, at))
  if (least === undefined || recordLength(bytes, at) < least) return false
  // tbbo shares its type with mbp-1. Records of mbp-1 report every change of the book, so only trades count.
  return kind !== 'trades' || bytes[at + 28] === actionTrade || recordType(bytes, at) === 0xc2
}

/**
 * A record's time, ms: the start of a bar, otherwise the time at which Databento received the record, because files are
 * sorted by that time. Without that time, the record's own time counts.
 */
export function timeOf(kind: DbnKind, bytes: Buffer, at: number): number {
  const received = kind === 'bars' ? undefinedTime : bytes.readBigUInt64LE(at + 32)
  const ns = received === undefinedTime ? bytes.readBigUInt64LE(at + 8) : received
  return Number(ns / 1_000_000n)
}

/** The cells after the time, as text. An undefined price is empty. Null for a quote with a single side. */
export function cellsOf(kind: DbnKind, bytes: Buffer, at: number): string | null {
  const price = (offset: number) => priceText(bytes.readBigInt64LE(at + offset))
  switch (kind) {
    case 'bars':
      return `${price(16)},${price(24)},${price(32)},${price(40)},${bytes.readBigUInt64LE(at + 48)}`
    case 'trades':
      return `${price(16)},${bytes.readUInt32LE(at + 24)},${sides[bytes[at + 29] ?? 0] ?? ''}`
    case 'quotes': {
      const [bid, ask] = [price(48), price(56)]
      return bid === '' || ask === '' ? null : `${bid},${ask}`
    }
  }
}

/** Converts billionths to decimal text; empty if undefined. */
function priceText(value: bigint): string {
  if (value === undefinedPrice) return ''
  const [sign, size] = value < 0n ? ['-', -value] : ['', value]
  const rest = size % scale
  if (rest === 0n) return `${sign}${size / scale}`
  return `${sign}${size / scale}.${String(rest).padStart(9, '0').replace(/0+$/, '')}`
}
