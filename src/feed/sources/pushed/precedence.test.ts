import { expect, test } from 'vitest'
import type { MarketEvent } from '#src/contract/market.ts'
import { Precedence } from './precedence.ts'

const key = 'crypto:BTCUSD$BA'
const order = ['main', 'backup']

function tick(time: number): MarketEvent {
  return { type: 'tick', key, time, price: 1, volume: 1, side: 0, session: 0, source: 'push' }
}

function book(time: number, price: number): MarketEvent {
  const level = { price, volume: 1, orders: 0 }
  return { type: 'depth', key, time, asks: [level], bids: [level], source: 'push' }
}

/**
 * Returns a function that sends trades of these times from a source at the time `at`, and returns the published events.
 */
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

test('a silent source is replaced after five seconds, and the events that it missed are published', () => {
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

test('when a main source falls silent, all trades of the backup since the last trade of the main source are published, despite heartbeats', () => {
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

test('a source that sends heartbeats does not count as silent, even without events of an instrument', () => {
  const precedence = new Precedence(() => order)
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('backup', 5_000, 5_000)
  precedence.heard('main', 5_000)
  expect(precedence.checkSilence(9_000)).toEqual([])
  expect(send('backup', 9_000, 9_000)).toEqual({ times: [], to: null })
})

test('a replaced main source is chosen again only after it has sent events for one minute without falling silent', () => {
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

test('without a configured order, sources are ranked by name, and a higher-ranked source is chosen as soon as it sends an event', () => {
  const send = sender(new Precedence(() => []))
  send('b', 0, 1)
  expect(send('c', 10, 1, 2)).toEqual({ times: [], to: null })
  expect(send('a', 20, 1, 2)).toEqual({ times: [2], to: 'a' })
})

test('a late event of the chosen source is published; after a switch, the same event from another source is not published again', () => {
  const send = sender(new Precedence(() => order))
  send('main', 1_000, 1, 5)
  expect(send('main', 1_100, 3)).toEqual({ times: [3], to: null })
  send('backup', 7_000, 7)
  expect(send('backup', 7_100, 3, 5)).toEqual({ times: [], to: null })
})

test('after a switch to the first standby source, events that only the second standby source sent are published once', () => {
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

test('a switch publishes no event of a second standby source if the first standby source has every event', () => {
  const precedence = new Precedence(() => [...order, 'third'])
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('backup', 1_000, 1_000)
  // The same trade, by another source's clock.
  send('third', 2_000, 1_999)
  send('backup', 4_000, 2_000, 4_000)
  send('third', 4_000, 3_999)
  const [chosen] = precedence.checkSilence(6_250)
  expect(chosen?.change?.name).toBe('backup')
  expect(chosen?.events.map(({ time }) => time)).toEqual([2_000, 4_000])
})

test('an event that first arrives after a switch is published once, whichever sources send the event', () => {
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

test('older events of a gap are published even if they arrive after newer events of the gap', () => {
  const send = sender(new Precedence(() => order))
  send('main', 1_000, 1_000)
  send('backup', 7_000, 7_000)
  expect(send('main', 9_000, 5_000).times).toEqual([5_000])
  expect(send('main', 9_100, 2_000, 3_000).times).toEqual([2_000, 3_000])
  expect(send('backup', 9_200, 2_000, 6_000).times).toEqual([6_000])
})

test('events that filled a gap are not published again at a later switch', () => {
  const precedence = new Precedence(() => ['main', 'backup', 'fourth', 'third'])
  const send = sender(precedence)
  send('main', 1_000, 1_000)
  send('third', 3_000, 2_000, 3_000)
  send('backup', 4_000, 4_000)
  expect(precedence.checkSilence(6_250)[0]?.events.map(({ time }) => time)).toEqual([2_000, 3_000, 4_000])
  send('third', 9_000, 9_000)
  expect(send('fourth', 9_100, 9_100)).toEqual({ times: [9_000, 9_100], to: 'fourth' })
})

test('a switch of sources empties the order book, and only books of the new source follow', () => {
  const precedence = new Precedence(() => ['main', 'backup', 'third'])
  const send = (source: string, at: number, ...events: MarketEvent[]) => {
    precedence.heard(source, at)
    return precedence.choose(source, key, events, at).events
  }
  send('main', 1_000, tick(1_000), book(1_900, 1))
  send('third', 1_000, tick(1_000), book(2_000, 3))
  send('third', 3_000, tick(3_000), book(3_000, 3))
  // The clock of this source is behind, so its books look older than the last published book.
  send('backup', 4_000, book(1_500, 2), tick(4_000), book(1_600, 2))
  const [chosen] = precedence.checkSilence(6_250)
  expect(chosen?.events).toEqual([{ ...book(6_250, 0), asks: [], bids: [] }, tick(3_000), tick(4_000), book(1_600, 2)])
  expect(send('main', 6_300, book(2_500, 1))).toEqual([])
  expect(send('backup', 6_400, book(1_700, 2))).toEqual([book(1_700, 2)])
})

test('a switch between sources without a book publishes no book', () => {
  const send = sender(new Precedence(() => order))
  send('main', 0, 0)
  expect(send('backup', 6_000, 6_000)).toEqual({ times: [6_000], to: 'backup' })
})
