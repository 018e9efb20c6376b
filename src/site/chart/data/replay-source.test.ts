import { expect, test } from 'vitest'
import type { BarInterval } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { bar, HeldSource, instrument, settled } from '#test/fixtures/held-source.ts'
import { ReplaySource } from './replay-source.ts'

const minutes = (from: number, to: number, step = 1) =>
  Array.from({ length: (to - from) / step }, (_, at) => bar((from + at * step) * minuteMs))
const wanted = { limit: 1_000, adjust: 'none' } as const

function replayed(edge: number, interval: BarInterval) {
  const held = new HeldSource()
  const source = new ReplaySource(held)
  source.begin(edge * minuteMs)
  const pushed: number[] = []
  const follow = () =>
    source.follow(instrument, interval, {
      bar: ({ t }) => pushed.push(t / minuteMs),
      gap: () => {},
      replaced: () => {},
      state: () => {},
    })
  return { held, source, pushed, follow }
}

test('a bar that ends after the replay time is not returned, even if it begins before that time', async () => {
  const { held, source } = replayed(7, '5m')
  const answer = source.bars(instrument, '5m', wanted)
  await settled()
  expect(held.requests[0]?.wanted.before).toBe(7 * minuteMs)
  await held.requests[0]?.answer({ bars: minutes(0, 10, 5) })
  expect((await answer).bars.map(({ t }) => t / minuteMs)).toEqual([0])
})

test('each replay step delivers the next bar, and the replay ends with the newest bar', async () => {
  const { held, source, pushed, follow } = replayed(2, '1m')
  follow()
  const first = source.next()
  await settled()
  await held.requests[0]?.answer({ bars: minutes(0, 4) })
  expect(await first).toBe(3 * minuteMs)
  await source.advance(3 * minuteMs)
  expect(pushed).toEqual([2])
  expect(await source.next()).toBe(4 * minuteMs)
  const last = source.advance(4 * minuteMs)
  await settled()
  await held.requests[1]?.answer({ bars: minutes(1, 4) })
  await last
  expect(pushed).toEqual([2, 3])
  expect(await source.next()).toBeNull()
})

test('a chart that has replayed all its bars requests no more bars when another chart advances the replay', async () => {
  const { held, source, follow } = replayed(4, '1m')
  follow()
  const first = source.advance(5 * minuteMs)
  await settled()
  await held.requests[0]?.answer({ bars: minutes(2, 4) })
  await first
  for (const edge of [6, 7]) void source.advance(edge * minuteMs)
  await settled()
  expect(held.requests).toHaveLength(1)
})

test('a chart of five-minute bars gets a bar only when the replay time reaches the end of the bar', async () => {
  const { held, source, pushed, follow } = replayed(5, '5m')
  follow()
  const early = source.advance(9 * minuteMs)
  await settled()
  await held.requests[0]?.answer({ bars: minutes(0, 15, 5) })
  await early
  expect(pushed).toEqual([])
  await source.advance(10 * minuteMs)
  expect(pushed).toEqual([5])
})

test('after a replay jumps to an earlier time, the result of a load that began before the jump is ignored', async () => {
  const { held, source, pushed, follow } = replayed(8, '1m')
  follow()
  const next = source.next()
  const step = source.advance(9 * minuteMs)
  await settled()
  source.begin(2 * minuteMs)
  await held.requests[0]?.answer({ bars: minutes(6, 10) })
  expect([await next, await step, pushed]).toEqual([null, undefined, []])
  const after = source.next()
  await settled()
  expect(held.requests[1]?.wanted.from).toBe(0)
  await held.requests[1]?.answer({ bars: minutes(0, 5) })
  expect(await after).toBe(3 * minuteMs)
})

test('if the interval changes while later bars load, the chart continues with bars of the new interval', async () => {
  const { held, source, follow } = replayed(5, '1m')
  const stop = follow()
  const old = source.next()
  await settled()
  stop()
  expect(source.follower).toBeNull()
  follow()
  const next = source.next()
  await settled()
  await held.requests[1]?.answer({ bars: minutes(0, 8) })
  expect(await next).toBe(6 * minuteMs)
  await held.requests[0]?.answer({ bars: minutes(0, 8) })
  await old
  expect(await source.next()).toBe(6 * minuteMs)
})

test('a chart without a replay time follows the market live', async () => {
  const { held, source, pushed, follow } = replayed(5, '1m')
  source.begin(null)
  const stop = follow()
  held.live?.bar(bar(3 * minuteMs))
  expect(pushed).toEqual([3])
  stop()
  expect(held.live).toBeNull()
  expect(await source.next()).toBeNull()
})
