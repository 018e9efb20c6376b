import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { Assembly } from './assembly.ts'
import { FlushQueue } from './flush-queue.ts'
import { asciiElement, asciiFrame, controlText, type EncodedEvent, type Spelling, withSkipped } from './frame.ts'
import { Outbox } from './outbox.ts'
import { framed, listed } from './packing.ts'
import { WriteTable } from './write-table.ts'

/** A connection whose other end reads only if the test allows it. */
class Line extends Duplex {
  readonly written: string[] = []
  isAccepting = false
  #done: (() => void) | null = null

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    if (chunk.length > 0) this.written.push(chunk.toString('latin1'))
    if (chunk.length === 0 || this.isAccepting) done()
    else this.#done = done
  }

  override _read(): void {}

  async accept(): Promise<void> {
    const done = this.#done
    this.#done = null
    done?.()
    await new Promise(setImmediate)
  }
}

function open(options: { announcesGaps?: boolean; heldBytes?: number; totalBytes?: number; batched?: boolean } = {}) {
  const line = new Line()
  const queue = new FlushQueue(20)
  let now = 1_000
  let overflows = 0
  const outbox = new Outbox({
    socket: line,
    writeTable: new WriteTable(queue),
    queue,
    assembly: new Assembly(),
    packing: options.batched === false ? framed : listed,
    write: (frame) => [controlText(frame)],
    announcesGaps: options.announcesGaps ?? true,
    budget: { heldBytes: options.heldBytes ?? 1_000, totalBytes: options.totalBytes ?? 100_000, stalledMs: 30_000 },
    now: () => now,
    gapFrame: (name, { from, to }) => ({ type: 'gap', s: name, from, to, rest: '/fill' }),
    onOverflow: () => {
      overflows += 1
    },
  })
  return { line, outbox, flush: () => queue.flushAll(), wait: (ms: number) => (now += ms), overflows: () => overflows }
}

const spelling: Spelling = { more: '', text: () => '', withSkipped, element: asciiElement }

const tick = (seq: number): EncodedEvent => event('tick', seq, 'all')
const quote = (seq: number): EncodedEvent => event('quote', seq, 'newest')

function event(type: string, seq: number, keep: 'all' | 'newest'): EncodedEvent {
  const body = `{"data":{"type":"${type}","seq":${seq}}}`
  return {
    conflationKey: `A:${type}`,
    name: `A:${type}`,
    spelling,
    seq,
    keep,
    body,
    element: asciiElement(body),
    frame: asciiFrame(body),
    at: 0,
  }
}

function fallBehind(at: ReturnType<typeof open>): void {
  at.outbox.deliver(tick(0))
  at.flush()
  at.outbox.deliver(tick(1))
  at.flush()
}

const texts = (frame: string | undefined): string[] =>
  (frame ?? '').slice((frame ?? '').indexOf('[') + 1, -1).split(/,(?={)/)

test('while the reader keeps up, all events of one event loop turn are sent in one write', () => {
  const at = open()
  for (let seq = 1; seq <= 5; seq += 1) at.outbox.deliver(tick(seq))
  at.flush()
  expect(at.line.written).toHaveLength(1)
  expect(texts(at.line.written[0])).toHaveLength(5)
})

test('a slow reader gets every tick, and the newest quote with the number of skipped quotes', async () => {
  const at = open()
  fallBehind(at)
  for (let seq = 2; seq <= 6; seq += 1) {
    at.outbox.deliver(quote(seq))
    at.outbox.deliver(tick(seq))
  }
  await at.line.accept()
  const got = texts(at.line.written[1])
  expect(got.slice(0, 6).map((text) => JSON.parse(text).data.seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(JSON.parse(got[6] ?? '').data).toEqual({ type: 'quote', seq: 6, skipped: 4 })
  expect(at.outbox.isBehind).toBe(false)
})

test('ticks beyond the byte budget become one gap, announced with its first and last number when the reader catches up', async () => {
  const at = open({ heldBytes: 100 })
  fallBehind(at)
  for (let seq = 2; seq <= 50; seq += 1) at.outbox.deliver(tick(seq))
  expect(at.overflows()).toBe(0)
  await at.line.accept()
  const got = texts(at.line.written[1])
  const kept = got.slice(0, -1).map((text) => JSON.parse(text).data.seq)
  const last = kept.at(-1)
  expect(JSON.parse(got.at(-1) ?? '')).toEqual({ type: 'gap', s: 'A:tick', from: last + 1, to: 50, rest: '/fill' })
  expect(kept).toEqual(Array.from({ length: last }, (_, index) => index + 1))
})

test('a reader that accepts no gap announcements is closed instead of losing a tick', () => {
  const at = open({ heldBytes: 100, announcesGaps: false })
  fallBehind(at)
  for (let seq = 2; seq <= 50; seq += 1) at.outbox.deliver(tick(seq))
  expect(at.overflows()).toBeGreaterThan(0)
})

test('a socket over its total byte budget is closed, even if only quotes are queued', () => {
  const at = open({ totalBytes: 500 })
  fallBehind(at)
  for (let seq = 0; seq < 50; seq += 1) at.outbox.deliver({ ...quote(seq), conflationKey: `S${seq}` })
  expect(at.overflows()).toBeGreaterThan(0)
})

test('an outbox whose write is pending for half a minute counts as stalled', () => {
  const at = open()
  fallBehind(at)
  expect(at.outbox.isStalled).toBe(false)
  at.wait(30_001)
  expect(at.outbox.isStalled).toBe(true)
})

test('without batching, each event has its own frame, and several frames share one write', () => {
  const at = open({ batched: false })
  at.outbox.deliver(tick(1))
  at.outbox.deliver(tick(2))
  at.flush()
  expect(at.line.written).toEqual([Buffer.concat([tick(1).frame, tick(2).frame]).toString('latin1')])
})

test('a long response waits until its reader has received the earlier messages', async () => {
  const at = open({ totalBytes: 400 })
  at.outbox.reply({ code: 1, msg: 'x'.repeat(200) })
  let isDrained = false
  const drained = at.outbox.drained().then(() => {
    isDrained = true
  })
  at.flush()
  at.outbox.reply({ code: 1, msg: 'y' })
  at.flush()
  await new Promise(setImmediate)
  expect(isDrained).toBe(false)
  await at.line.accept()
  await drained
  expect(at.line.written).toHaveLength(2)
})

test('a long response continues as soon as its reader has received everything', async () => {
  const at = open({ totalBytes: 400 })
  at.line.isAccepting = true
  at.outbox.reply({ code: 1, msg: 'x'.repeat(200) })
  const drained = at.outbox.drained()
  at.flush()
  await drained
  at.outbox.reply({ code: 1, msg: 'y' })
  at.flush()
  expect(at.line.written).toHaveLength(2)
  expect(at.outbox.isBehind).toBe(false)
})

test.each([true, false])(
  'a burst larger than a row of the write table reaches a fast reader complete and in order (batched: %s)',
  async (batched) => {
    const at = open({ batched })
    for (let n = 0; n < 1_000; n += 1) at.outbox.deliver(tick(n))
    at.flush()
    expect(at.outbox.isBehind).toBe(false)
    expect(at.line.written).toHaveLength(1)
    const numbers = [...(at.line.written[0] ?? '').matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq))
    expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, n) => n))
    await at.line.accept()
    at.outbox.deliver(tick(1_000))
    at.flush()
    expect(at.line.written).toHaveLength(2)
  },
)
