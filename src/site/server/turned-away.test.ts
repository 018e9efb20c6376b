import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { logTo } from '#src/platform/log/log.ts'
import { Metrics } from '#src/platform/metrics/metrics.ts'
import { TurnedAway } from './turned-away.ts'

test('refused requests are counted in one log line per route every ten seconds, and closing the site logs the remaining count', async () => {
  const lines: unknown[] = []
  const log = logTo(({ fields }) => void lines.push(fields), 'info')
  const [clock, metrics] = [new ManualClock(), new Metrics()]
  const route = 'POST /api/auth/signin'
  const turnedAway = new TurnedAway({ clock, log, metrics })
  for (let times = 0; times < 3; times += 1) turnedAway.count(route)
  expect(lines).toEqual([])
  await clock.advance(10_000)
  await clock.advance(10_000)
  expect(lines).toEqual([{ route, requests: 3 }])
  turnedAway.count(route)
  await turnedAway[Symbol.asyncDispose]()
  expect(lines).toEqual([
    { route, requests: 3 },
    { route, requests: 1 },
  ])
  expect(await metrics.text()).toContain(`tapewire_http_turned_away_total{route="${route}"} 4`)
})
