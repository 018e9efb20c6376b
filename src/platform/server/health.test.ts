import { expect, test } from 'vitest'
import { healthOf, Readiness } from './health.ts'

test('a degraded process is ready and names the components that do not work', () => {
  const readiness = new Readiness(() => Date.UTC(2026, 0, 5))
  const ready = () => healthOf('/healthz/ready', readiness)
  readiness.degrade('payments', ['TRC20: lagging'])
  expect(ready()).toEqual({ status: 503, body: { status: 'not ready', reasons: ['starting'] } })
  readiness.start()
  const reasons = ['TRC20: lagging']
  const faults = [{ component: 'payments', since: '2026-01-05T00:00:00.000Z', reasons }]
  expect(ready()).toEqual({ status: 200, body: { status: 'degraded', reasons, faults } })
  readiness.degrade('payments', [])
  expect(ready()).toEqual({ status: 200, body: { status: 'ready' } })
})

test('a stopping process is alive and started, but not ready', () => {
  const readiness = new Readiness()
  expect(healthOf('/healthz/startup', readiness)?.status).toBe(503)
  readiness.start()
  readiness.stop()
  expect(healthOf('/healthz/live', readiness)?.status).toBe(200)
  expect(healthOf('/healthz/startup', readiness)?.status).toBe(200)
  expect(healthOf('/healthz/ready', readiness)).toEqual({
    status: 503,
    body: { status: 'not ready', reasons: ['stopping'] },
  })
})
