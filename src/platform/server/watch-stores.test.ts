import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { Readiness } from './health.ts'
import { watchStores } from './watch-stores.ts'

test('a store that fails twice or hangs is named in health until it answers, and the process stays ready', async () => {
  const clock = new ManualClock()
  const readiness = new Readiness()
  readiness.start()
  let isUp = false
  const answer = Promise.withResolvers<void>()
  const postgres = () => (isUp ? Promise.resolve() : Promise.reject(new Error('away')))
  const pings = { PostgreSQL: postgres, 'the tape in Redis': () => answer.promise }
  await using _watch = watchStores({ clock, log: silentLog }, readiness, pings)
  const nextCheck = () => clock.advance(2_000)
  const degraded = async () => nextCheck().then(() => readiness.degraded)
  await expect.poll(degraded).toEqual(['PostgreSQL does not answer'])
  expect(readiness.ready).toBe(true)
  isUp = true
  await expect.poll(degraded).toEqual(['the tape in Redis does not answer'])
  answer.resolve()
  await expect.poll(degraded).toEqual([])
})
