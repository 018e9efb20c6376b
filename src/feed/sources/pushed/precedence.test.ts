import { expect, test } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { Precedence } from './precedence.ts'

const key = 'crypto:BTCUSD$BA'
const order = ['main', 'backup']

function tick(time: number): MarketEvent {
  return { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source: 'push' }
}

/** What is published when a source sends trades of these times, at the time `at`. */
function sender(precedence: Precedence) {
  return (source: string, at: number, ...times: number[]) => {
    precedence.heard(source, at)
    const { events, change } = precedence.choose(source, key, times.map(tick), at)
    return { times: events.map(({ time }) => time), to: change?.name ?? null }
  }
}

test('an event that two sources report is published once', () => {
  const send = sender(new Precedence(() => order))
  expect(send('main', 1_000, 1, 2)).toEqual({ times: [1, 2], to: null })
  expect(send('backup', 1_100, 1, 2)).toEqual({ times: [], to: null })
  expect(send('main', 1_200, 3)).toEqual({ times: [3], to: null })
})

test('a silent source is replaced after five seconds, and what it lacked is there', () => {
  const precedence = new Precedence(() => order)
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('backup', 1_000, 1_000)
  expect(send('backup', 4_000, 2_000, 4_000)).toEqual({ times: [], to: null })
  expect(precedence.checkSilence(6_000)).toEqual([])
  const [chosen] = precedence.checkSilence(6_250)
  expect(chosen?.change).toEqual({ key, name: 'backup', before: 'main', at: 6_250 })
  expect(chosen?.events.map(({ time }) => time)).toEqual([2_000, 4_000])
  expect(send('backup', 6_300, 6_300)).toEqual({ times: [6_300], to: null })
})

test('nothing is missing after a source that held trades back and then fell silent', () => {
  const precedence = new Precedence(() => order)
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  for (let at = 2_000; at <= 21_000; at += 1_000) {
    if (at <= 16_000) precedence.heard('main', at)
    expect(send('backup', at, at)).toEqual({ times: [], to: null })
  }
  const [chosen] = precedence.checkSilence(21_250)
  expect(chosen?.events.map(({ time }) => time)).toEqual(Array.from({ length: 20 }, (_, at) => 2_000 + at * 1_000))
})

test('a quiet instrument is no silence: any sign of life of its source counts', () => {
  const precedence = new Precedence(() => order)
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('backup', 5_000, 5_000)
  precedence.heard('main', 5_000)
  expect(precedence.checkSilence(9_000)).toEqual([])
  expect(send('backup', 9_000, 9_000)).toEqual({ times: [], to: null })
})

test('the first source returns after one stable minute, and silence begins the minute again', () => {
  const send = sender(new Precedence(() => order))
  send('main', 0, 0)
  expect(send('backup', 6_000, 6_000)).toEqual({ times: [6_000], to: 'backup' })
  for (let at = 10_000; at < 40_000; at += 2_000) {
    expect(send('main', at, at)).toEqual({ times: [], to: null })
    send('backup', at, at)
  }
  for (const at of [40_000, 45_000, 50_000]) send('backup', at, at)
  expect(send('main', 50_000, 50_000).to).toBe(null)
  for (let at = 52_000; at < 110_000; at += 2_000) {
    send('backup', at, at)
    expect(send('main', at, at).to).toBe(null)
  }
  send('backup', 110_000, 110_000)
  expect(send('main', 110_500, 110_000, 110_500)).toEqual({ times: [110_500], to: 'main' })
})

test('sources without an order come by name, and a new one of a higher place takes over at once', () => {
  const send = sender(new Precedence(() => []))
  send('b', 0, 1)
  expect(send('c', 10, 1, 2)).toEqual({ times: [], to: null })
  expect(send('a', 20, 1, 2)).toEqual({ times: [2], to: 'a' })
})

test('what a source lacked and sends late is published while it is used, and not again after a switch', () => {
  const send = sender(new Precedence(() => order))
  send('main', 1_000, 1, 5)
  expect(send('main', 1_100, 3)).toEqual({ times: [3], to: null })
  send('backup', 7_000, 7)
  expect(send('backup', 7_100, 3, 5)).toEqual({ times: [], to: null })
})

test('what the next source began too late for comes from another standby source, once', () => {
  const precedence = new Precedence(() => [...order, 'third'])
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('third', 1_000, 1_000)
  send('third', 3_000, 2_000, 3_000)
  send('backup', 4_000, 4_000)
  send('third', 4_000, 4_000)
  const [chosen] = precedence.checkSilence(6_250)
  expect(chosen?.change?.name).toBe('backup')
  expect(chosen?.events.map(({ time }) => time)).toEqual([2_000, 3_000, 4_000])
  expect(send('backup', 6_300, 2_000, 3_000, 6_300)).toEqual({ times: [6_300], to: null })
})

test('nothing is taken from another source where the next one was there all the time', () => {
  const precedence = new Precedence(() => [...order, 'third'])
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('backup', 1_000, 1_000)
  // The same trade, by another clock.
  send('third', 2_000, 1_999)
  send('backup', 4_000, 2_000, 4_000)
  send('third', 4_000, 3_999)
  const [chosen] = precedence.checkSilence(6_250)
  expect(chosen?.change?.name).toBe('backup')
  expect(chosen?.events.map(({ time }) => time)).toEqual([2_000, 4_000])
})

test('what no source had at a switch is published once when one sends it late', () => {
  const send = sender(new Precedence(() => [...order, 'third']))
  send('main', 1_000, 1_000)
  expect(send('backup', 7_000, 7_000)).toEqual({ times: [7_000], to: 'backup' })
  expect(send('backup', 8_000, 8_000)).toEqual({ times: [8_000], to: null })
  expect(send('main', 9_000, 1_000, 2_000, 2_000, 4_000, 7_000, 8_000)).toEqual({
    times: [2_000, 2_000, 4_000],
    to: null,
  })
  expect(send('third', 9_100, 2_000, 4_000, 5_000)).toEqual({ times: [5_000], to: null })
  expect(send('backup', 9_200, 4_000, 9_200)).toEqual({ times: [9_200], to: null })
})

test('the source that fills a hole may send late what it skipped in it', () => {
  const send = sender(new Precedence(() => order))
  send('main', 1_000, 1_000)
  send('backup', 7_000, 7_000)
  expect(send('main', 9_000, 5_000).times).toEqual([5_000])
  expect(send('main', 9_100, 2_000, 3_000).times).toEqual([2_000, 3_000])
  expect(send('backup', 9_200, 2_000, 6_000).times).toEqual([6_000])
})

test('what filled a hole is not published again at a later switch', () => {
  const precedence = new Precedence(() => ['main', 'backup', 'fourth', 'third'])
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('third', 3_000, 2_000, 3_000)
  send('backup', 4_000, 4_000)
  expect(precedence.checkSilence(6_250)[0]?.events.map(({ time }) => time)).toEqual([2_000, 3_000, 4_000])
  send('third', 9_000, 9_000)
  expect(send('fourth', 9_100, 9_100)).toEqual({ times: [9_000, 9_100], to: 'fourth' })
})
