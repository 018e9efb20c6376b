import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import type { TickEvent } from '#src/contract/market.ts'
import { Assembly } from './assembly.ts'
import { FanOut, type Place } from './fan-out.ts'
import { FlushQueue } from './flush-queue.ts'
import { asciiElement, type Spelling, withSkipped } from './frame.ts'
import { Outbox, outboxBudget } from './outbox.ts'
import { framed } from './packing.ts'
import { WriteTable } from './write-table.ts'

const lane = 'stock:AAPL$US:tick'
const name = 'AAPL$US:tick'
const spelling: Spelling = { more: '', text: (_, seq) => `event ${seq}`, withSkipped, element: asciiElement }
const tick: TickEvent = {
  ...{ type: 'tick', key: 'stock:AAPL$US', time: 0, price: 1, volume: 1, side: 0, session: 0, source: 'simulated' },
}

function open() {
  const queue = new FlushQueue(20)
  const writeTable = new WriteTable(queue)
  const shared = { writeTable, queue, assembly: new Assembly(), budget: outboxBudget, now: () => 0 }
  const fanOut = new FanOut(writeTable, { quote: () => null })
  const enter = () => {
    const received: string[] = []
    const socket = new Duplex({
      read() {},
      write(chunk: Buffer, _, done) {
        received.push(chunk.toString('latin1').slice(2))
        done()
      },
    })
    const outbox = new Outbox({
      ...{ ...shared, socket, packing: framed, announcesGaps: true, write: () => [], onOverflow() {} },
      gapFrame: (s, { from, to }) => ({ type: 'gap', s, from, to, rest: '' }),
    })
    const place: Place = { outbox, at: 0 }
    fanOut.add(lane, name, spelling, place)
    return { received, place }
  }
  return { fanOut, queue, enter }
}

test('while sockets leave a lane one by one, the remaining sockets receive each event once', () => {
  const { fanOut, queue, enter } = open()
  const sockets = Array.from({ length: 7 }, enter)
  const stay = new Set([1, 5])
  const gone = [0, 6, 3, 2, 4]
  for (const [seq, n] of gone.entries()) {
    const place = sockets[n]?.place
    if (place) fanOut.remove(lane, name, place)
    fanOut.publish(lane, { seq, at: 0 }, tick)
    queue.flushAll()
  }
  for (const [n, { received }] of sockets.entries()) {
    const until = stay.has(n) ? gone.length : gone.indexOf(n)
    expect(received.join('')).toBe(Array.from({ length: until }, (_, seq) => `event ${seq}`).join(''))
  }
})

test('removing a socket from a lane twice does not affect the other sockets of the lane', () => {
  const { fanOut, queue, enter } = open()
  const [first, second] = [enter(), enter()]
  fanOut.remove(lane, name, first.place)
  fanOut.remove(lane, name, first.place)
  fanOut.publish(lane, { seq: 1, at: 0 }, tick)
  queue.flushAll()
  expect([first.received, second.received]).toEqual([[], ['event 1']])
})

test('200,000 subscriptions are removed from a lane within a second of processor time', () => {
  const { fanOut, enter } = open()
  const { outbox } = enter().place
  const places = Array.from({ length: 200_000 }, (): Place => ({ outbox, at: 0 }))
  for (const place of places) fanOut.add(lane, name, spelling, place)
  const before = process.threadCpuUsage()
  for (const place of places) fanOut.remove(lane, name, place)
  expect(process.threadCpuUsage(before).user / 1e6).toBeLessThan(1)
  expect(fanOut.has(lane)).toBe(true)
})
