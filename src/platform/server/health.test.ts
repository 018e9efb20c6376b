import { expect, test } from 'vitest'
import { healthResponse, Readiness } from './health.ts'

async function ready(readiness: Readiness) {
  const response = healthResponse('/healthz/ready', readiness)
  return [response?.status, await response?.json()]
}

test('a process that works in part may be sent traffic, and says what does not work', async () => {
  const readiness = new Readiness()
  readiness.degrade('payments', ['TRC20: lagging'])
  expect(await ready(readiness)).toEqual([503, { status: 'not ready', reasons: ['starting'] }])
  readiness.clear('starting')
  expect(await ready(readiness)).toEqual([200, { status: 'degraded', reasons: ['TRC20: lagging'] }])
  readiness.degrade('payments', [])
  expect(await ready(readiness)).toEqual([200, { status: 'ready' }])
})
