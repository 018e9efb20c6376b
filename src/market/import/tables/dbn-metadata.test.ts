import { expect, test, vi } from 'vitest'
import { endsOnLongText } from '#test/fixtures/linear-work.ts'
import { headLength, readMetadata, spanOn } from './dbn-metadata.ts'

const symbolBytes = 22

function text(value: string): Buffer {
  const bytes = Buffer.alloc(symbolBytes)
  bytes.write(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Metadata of version 1 that maps one number to a symbol by `spans` mappings of one day. */
function headWith(spans: number): Buffer {
  const fixed = Buffer.alloc(100)
  fixed.writeUInt16LE(6, 16)
  const span = (at: number) => Buffer.concat([u32(at), u32(at + 1), text('7')])
  const mapping = Array.from({ length: spans }, (_, at) => span(at))
  const rest = Buffer.concat([fixed, u32(0), u32(0), u32(0), u32(0), u32(1), text('ABC'), u32(spans), ...mapping])
  return Buffer.concat([Buffer.from('DBN\u0001'), u32(rest.length), rest])
}

test('reading 100,000 date ranges of one symbol in DBN metadata writes to the result map once', () => {
  const head = headWith(100_000)
  expect(headLength(head)).toBe(head.length)
  const stores = vi.spyOn(Map.prototype, 'set')
  const { byId } = readMetadata(head)
  expect(stores).toHaveBeenCalledTimes(1)
  expect(spanOn(byId.get(7) ?? [], 99_999)).toEqual({ from: 99_999, to: 100_000, symbol: 'ABC' })
  expect(spanOn(byId.get(7) ?? [], 100_000)).toBe(null)
})

test('a DBN header whose symbols are not terminated is read in linear time', () => {
  const symbols = Buffer.alloc(16 * 1024 * 1024, 'A')
  const fixed = Buffer.alloc(100)
  fixed.writeUInt16LE(symbolBytes, 45)
  const count = Math.floor(symbols.length / symbolBytes)
  const head = Buffer.concat([Buffer.from('DBN\u0002'), u32(0), fixed, u32(0), u32(count), symbols])
  endsOnLongText(() => expect(() => readMetadata(head)).toThrow(RangeError))
})

test('DBN metadata with more mappings than the limit is refused', () => {
  expect(() => readMetadata(headWith(200_001))).toThrow(RangeError)
})
