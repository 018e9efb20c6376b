import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { TakesNoChanges } from '../engines/takes-no-changes.ts'
import { healthOf, Readiness } from './health.ts'
import { watchStores } from './watch-stores.ts'

const start = '2026-01-05T12:00:00.000Z'

function watched(probes: Parameters<typeof watchStores>[2], hasDatabaseUrl = true) {
  const clock = new ManualClock(start)
  const readiness = new Readiness(() => clock.now())
  readiness.start()
  const watch = watchStores({ clock, log: silentLog, kept: new Map(), settings: { hasDatabaseUrl } }, readiness, probes)
  const reasons = async () => clock.advance(2_000).then(() => readiness.faults.flatMap((fault) => fault.reasons))
  return { clock, readiness, watch, reasons }
}

test('a store that fails or hangs is reported as a fault until it answers, and the process stays ready', async () => {
  let isUp = false
  const answer = Promise.withResolvers<void>()
  const postgres = () => (isUp ? Promise.resolve() : Promise.reject(new Error('away')))
  const { readiness, watch, reasons } = watched({ PostgreSQL: postgres, 'the tape': () => answer.promise })
  await using _watch = watch
  await expect.poll(reasons).toEqual(['PostgreSQL does not answer'])
  expect(readiness.ready).toBe(true)
  isUp = true
  await expect.poll(reasons).toEqual(['the tape does not answer'])
  expect([...watch.faults.keys()]).toEqual(['the tape'])
  answer.resolve()
  await expect.poll(reasons).toEqual([])
})

test('the health check reports a store that answers but refuses changes, with the reason and the start time', async () => {
  let isStandby = true
  const probe = async () => {
    if (isStandby) throw new TakesNoChanges('standby')
  }
  const { clock, readiness, watch, reasons } = watched({ PostgreSQL: probe })
  await using _watch = watch
  const fault = 'PostgreSQL takes no changes: it is a standby'
  await expect.poll(reasons).toEqual([fault])
  const since = new Date(readiness.faults[0]?.since ?? 0).toISOString()
  expect(watch.faults.get('PostgreSQL')).toEqual({ why: 'standby', text: fault, since: Date.parse(since) })
  await clock.advance(20_000)
  expect(healthOf('/healthz/ready', readiness)).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      reasons: [fault],
      faults: [{ component: 'store PostgreSQL', since, reasons: [fault] }],
    },
  })
  isStandby = false
  await expect.poll(reasons).toEqual([])
})

test('an embedded database is probed at most seven times a minute while it works, and more often after a failure', async () => {
  let [isUp, count] = [true, 0]
  const probe = async () => {
    count += 1
    if (!isUp) throw new Error('away')
  }
  const { clock, watch, reasons } = watched({ PostgreSQL: probe }, false)
  await using _watch = watch
  for (let seconds = 0; seconds < 60; seconds += 1) await clock.advance(1_000)
  expect(count).toBeLessThanOrEqual(7)
  isUp = false
  await clock.advance(10_000)
  await reasons()
  expect(await reasons()).toEqual(['PostgreSQL does not answer'])
})
