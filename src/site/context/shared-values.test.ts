import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { createAfterwards, pauseMs } from './afterwards.ts'
import { shareValues } from './shared-values.ts'

function counted() {
  const clock = new ManualClock()
  const { share, drop } = shareValues(clock, createAfterwards(clock, new AbortController().signal))
  let loads = 0
  const request = () => share('bars', async () => ++loads)
  return { clock, share, drop, ask: request }
}

test('concurrent and later callers share one loaded value', async () => {
  const { ask: request, clock } = counted()
  expect(await Promise.all([request(), request()])).toEqual([1, 1])
  await clock.advance(14_000)
  expect(await request()).toBe(1)
})

test('an expired shared value is still returned while it is renewed in the background', async () => {
  const { ask: request, clock } = counted()
  await request()
  await clock.advance(16_000)
  expect(await Promise.all([request(), request()])).toEqual([1, 1])
  await clock.advance(pauseMs)
  expect(await request()).toBe(2)
})

test('a shared value is loaded again if it is too old or was dropped', async () => {
  const { ask: request, clock, drop } = counted()
  await request()
  await clock.advance(300_000)
  expect(await request()).toBe(2)
  drop()
  expect(await request()).toBe(3)
})

test('if the load of a shared value fails or finds no value, the next read loads the value again', async () => {
  const { share } = counted()
  await expect(share('demo', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await share<number | null>('demo', async () => null)).toBeNull()
  expect(await share('demo', async () => 7)).toBe(7)
})

test('a failed renewal of a shared value keeps the previous value', async () => {
  const { share, clock } = counted()
  await share('demo', async () => 7)
  await clock.advance(16_000)
  expect(await share('demo', () => Promise.reject(new Error('down')))).toBe(7)
  await clock.advance(pauseMs)
  expect(await share('demo', async () => 8)).toBe(7)
})

test('a shared value with its own maximum age is loaded again when that age has passed', async () => {
  const { share, clock } = counted()
  let loads = 0
  const request = () => share('prices', async () => ++loads, 45_000)
  await request()
  await clock.advance(45_000)
  expect(await request()).toBe(2)
})
