import { expect, test } from 'vitest'
import { ManualClock } from './clock.ts'

test('a sleep of zero length on a manual clock ends although the clock does not move', async () => {
  const clock = new ManualClock()
  await clock.sleep(0)
  await expect(clock.sleep(0, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  let isAwake = false
  const sleeping = clock.sleep(1).then(() => {
    isAwake = true
  })
  await clock.sleep(0)
  expect(isAwake).toBe(false)
  await clock.advance(1)
  await sleeping
})
