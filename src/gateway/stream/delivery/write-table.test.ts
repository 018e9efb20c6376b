import { expect, test } from 'vitest'
import { FlushQueue } from './flush-queue.ts'
import { PartList, type PendingParts, rowLength, type WriteRow, WriteTable } from './write-table.ts'

const part = (n: number): Buffer => Buffer.from(`<${n}>`)
const open = () => new WriteTable(new FlushQueue(20))

function textOf(waiting: PendingParts): string {
  const buffer = Buffer.alloc(waiting.bytes)
  expect(waiting.fill(buffer, 0)).toBe(waiting.bytes)
  return buffer.toString()
}

function add(writeTable: WriteTable, row: WriteRow, n: number): void {
  const noted = writeTable.note(part(n))
  if (!writeTable.add(row.index, noted)) row.put(noted)
}

test('each row of the write table keeps its own parts in order', () => {
  const writeTable = open()
  const rows = Array.from({ length: 200 }, () => writeTable.open())
  for (let n = 0; n < 1_000; n += 1) add(writeTable, rows[n % 200] as WriteRow, n)
  expect(rows.map(textOf)).toEqual(rows.map((_, n) => [0, 1, 2, 3, 4].map((k) => `<${n + 200 * k}>`).join('')))
})

test('a part is not added to an empty, full or closed row of the write table', () => {
  const writeTable = open()
  const row = writeTable.open()
  const noted = writeTable.note(part(1))
  expect(writeTable.add(row.index, noted)).toBe(false)
  row.put(noted)
  for (let n = 1; n < rowLength; n += 1) expect(writeTable.add(row.index, noted)).toBe(true)
  expect(row.isFull).toBe(true)
  expect(writeTable.add(row.index, noted)).toBe(false)
  row.shut()
  expect(writeTable.add(row.index, noted)).toBe(false)
  expect({ count: row.count, bytes: row.bytes, isFull: row.isFull }).toEqual({ count: 0, bytes: 0, isFull: false })
})

test('parts that were moved out of a row of the write table stay valid when the row changes', () => {
  const writeTable = open()
  const [row, spill] = [writeTable.open(), new PartList()]
  for (const n of [1, 2]) add(writeTable, row, n)
  spill.drain(row)
  add(writeTable, row, 3)
  spill.drain(row)
  expect(row.count).toBe(0)
  expect(textOf(spill)).toBe('<1><2><3>')
})

test('a row of the write table is reused only after its socket and all lanes have released it', () => {
  const writeTable = open()
  const row = writeTable.open()
  row.hold()
  row.shut()
  row.letGo()
  expect(writeTable.open().index).not.toBe(row.index)
  row.letGo()
  const next = writeTable.open()
  expect(next.index).toBe(row.index)
  expect(next.count).toBe(0)
})

test('the write table flushes all outboxes before it reuses part numbers', async () => {
  const queue = new FlushQueue(20)
  const writeTable = new WriteTable(queue)
  const row = writeTable.open()
  const sent: string[] = []
  add(writeTable, row, -1)
  queue.add({
    phase: queue.join(),
    flush: () => {
      sent.push(textOf(row))
      row.clear()
    },
  })
  for (let n = 0; n < 17_000; n += 1) writeTable.note(part(n))
  await new Promise(setImmediate)
  expect(sent).toEqual(['<-1>'])
  expect(writeTable.note(part(0))).toBe(0)
})

test('the write table releases parts only when no outbox waits for a flush', async () => {
  const queue = new FlushQueue(10_000)
  const writeTable = new WriteTable(queue)
  const row = writeTable.open()
  const sent: string[] = []
  const waiting = (phase: number | null) => ({
    phase,
    flush: () => {
      sent.push(textOf(row))
      row.clear()
    },
  })
  add(writeTable, row, 1)
  queue.add(waiting(queue.join()))
  queue.add(waiting(null))
  queue.flushPlain()
  await new Promise(setImmediate)
  expect(writeTable.note(part(2))).toBe(1)
  add(writeTable, row, 3)
  queue.flushBatched()
  add(writeTable, row, 4)
  expect(textOf(row)).toBe('<4>')
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(sent).toEqual(['<1>', '<3>'])
  expect(writeTable.note(part(5))).toBe(0)
})
