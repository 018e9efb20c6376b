import { expect, test } from 'vitest'
import { FlushQueue } from './flush-queue.ts'
import { Ledger, type Row, rowLength, Spill, type Waiting } from './write-table.ts'

const part = (n: number): Buffer => Buffer.from(`<${n}>`)
const open = () => new Ledger(new FlushQueue(20))

function textOf(waiting: Waiting): string {
  const place = Buffer.alloc(waiting.bytes)
  expect(waiting.fill(place, 0)).toBe(waiting.bytes)
  return place.toString()
}

/** What an outbox does with what the fast way refuses. */
function add(ledger: Ledger, row: Row, n: number): void {
  const noted = ledger.note(part(n))
  if (!ledger.add(row.index, noted)) row.put(noted)
}

test('each row carries its own parts, in order', () => {
  const ledger = open()
  const rows = Array.from({ length: 200 }, () => ledger.open())
  for (let n = 0; n < 1_000; n += 1) add(ledger, rows[n % 200] as Row, n)
  expect(rows.map(textOf)).toEqual(rows.map((_, n) => [0, 1, 2, 3, 4].map((k) => `<${n + 200 * k}>`).join('')))
})

test('the first part, one too many, and any part of a shut row are left to the owner', () => {
  const ledger = open()
  const row = ledger.open()
  const noted = ledger.note(part(1))
  expect(ledger.add(row.index, noted)).toBe(false)
  row.put(noted)
  for (let n = 1; n < rowLength; n += 1) expect(ledger.add(row.index, noted)).toBe(true)
  expect(row.isFull).toBe(true)
  expect(ledger.add(row.index, noted)).toBe(false)
  row.shut()
  expect(ledger.add(row.index, noted)).toBe(false)
  expect({ count: row.count, bytes: row.bytes, isFull: row.isFull }).toEqual({ count: 0, bytes: 0, isFull: false })
})

test('what is moved out of a row outlives it', () => {
  const ledger = open()
  const [row, spill] = [ledger.open(), new Spill()]
  for (const n of [1, 2]) add(ledger, row, n)
  spill.take(row)
  add(ledger, row, 3)
  spill.take(row)
  expect(row.count).toBe(0)
  expect(textOf(spill)).toBe('<1><2><3>')
})

test('a row becomes another only when its socket and every lane have let go of it', () => {
  const ledger = open()
  const row = ledger.open()
  row.hold()
  row.shut()
  row.letGo()
  expect(ledger.open().index).not.toBe(row.index)
  row.letGo()
  const next = ledger.open()
  expect(next.index).toBe(row.index)
  expect(next.count).toBe(0)
})

test('after many parts everybody is flushed before their numbers are given out again', async () => {
  const queue = new FlushQueue(20)
  const ledger = new Ledger(queue)
  const row = ledger.open()
  const sent: string[] = []
  add(ledger, row, -1)
  queue.add({
    turn: queue.join(),
    flush: () => {
      sent.push(textOf(row))
      row.clear()
    },
  })
  for (let n = 0; n < 17_000; n += 1) ledger.note(part(n))
  await new Promise(setImmediate)
  expect(sent).toEqual(['<-1>'])
  expect(ledger.note(part(0))).toBe(0)
})
