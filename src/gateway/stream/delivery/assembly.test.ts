import { expect, test } from 'vitest'
import { Assembly } from './assembly.ts'
import { asciiElement, asciiFrame } from './frame.ts'
import { PartList } from './write-table.ts'

function partsOf(parts: readonly Buffer[]): PartList {
  const spill = new PartList()
  for (const part of parts) spill.push(part)
  return spill
}

test.each([1, 40, 8_000])('%i encoded events are joined into one frame that contains them as a list', (count) => {
  const texts = Array.from({ length: count }, (_, n) => `{"n":${n}}`)
  const list = new Assembly().list(partsOf(texts.map(asciiElement)))
  expect(list).toEqual(asciiFrame(`[${texts.join(',')}]`))
})

test('several frames of one write are concatenated, and a single frame is not copied', () => {
  const frames = ['{"a":1}', '{"b":2}'].map(asciiFrame)
  const assembly = new Assembly()
  expect(assembly.joined(partsOf(frames))).toEqual(Buffer.concat(frames))
  expect(assembly.joined(partsOf(frames.slice(0, 1)))).toBe(frames[0])
})

test('a pending write keeps its buffer space, and the space of a finished write is reused', () => {
  const assembly = new Assembly()
  const text = (n: number) => `{"n":${n},"x":"${'x'.repeat(2_000)}"}`
  const put = (n: number) => assembly.list(partsOf([asciiElement(text(n))]))
  const kept = Array.from({ length: 100 }, (_, n) => {
    const write = put(n)
    assembly.retain(write)
    return write
  })
  for (const [n, write] of kept.entries()) expect(write).toEqual(asciiFrame(`[${text(n)}]`))
  const over = put(1)
  expect(put(2).byteOffset).toBe(over.byteOffset)
})

test('writes with identical events share one encoded frame, and writes with different events do not', () => {
  const [a, b, c] = ['{"a":1}', '{"b":2}', '{"c":3}'].map(asciiElement) as [Buffer, Buffer, Buffer]
  const assembly = new Assembly()
  const list = assembly.list(partsOf([a, b]))
  expect(assembly.list(partsOf([a, b]))).toBe(list)
  for (const parts of [[a, c], [a], [a, b, c], [b, a]]) {
    const text = parts.map((part) => part.toString('latin1', 1)).join(',')
    expect(assembly.list(partsOf(parts))).toEqual(asciiFrame(`[${text}]`))
  }
})

test('an encoded frame is not reused after its buffer space was overwritten', () => {
  const elements = ['{"a":1}', '{"b":2}'].map(asciiElement)
  const frames = ['{"c":3}', '{"d":4}'].map(asciiFrame)
  const assembly = new Assembly()
  assembly.list(partsOf(elements))
  assembly.joined(partsOf(frames))
  expect(assembly.list(partsOf(elements))).toEqual(asciiFrame('[{"a":1},{"b":2}]'))
})
