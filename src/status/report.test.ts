import { expect, test } from 'vitest'
import type { StatusIncident } from '#src/contract/status/status.ts'
import { dayMs } from '#src/contract/time.ts'
import { type Facts, reportOf } from './report.ts'

const now = Date.parse('2026-11-24T01:00:00Z')
const none: Facts = { readAt: now, newest: [], days: [], incidents: [] }
const rest = { component: 'rest', at: now - 10_000, state: 'up', ms: 12 } as const
const incident: StatusIncident = {
  ...{ id: 1, impact: 'down', components: ['rest'], titles: { 'en-US': 'Calls fail' } },
  ...{ openedAt: now, resolvedAt: null, updates: [] },
}
const counted = (day: string, rounds: Partial<Record<'up' | 'degraded' | 'down' | 'idle', number>>) => ({
  ...{ component: 'rest', day, up: 0, degraded: 0, down: 0, idle: 0 },
  ...rounds,
})

test('before the first probe the state is unknown and no component is listed', () => {
  expect(reportOf(['rest'], none, now)).toEqual({ state: 'unknown', at: null, components: [], incidents: [] })
})

test('all states are unknown once the last probe or the last read of the database is 90 seconds old', () => {
  const facts = { ...none, newest: [rest], days: [counted('2026-11-24', { up: 100 })] }
  const state = (at: number, read = at) => {
    const report = reportOf(['rest'], { ...facts, readAt: read }, at)
    return [report.state, report.components[0]?.state]
  }
  expect(state(now)).toEqual(['up', 'up'])
  expect(state(now + 79_000)).toEqual(['up', 'up'])
  expect(state(now + 80_000)).toEqual(['unknown', 'unknown'])
  expect(state(now + 60_000, now - 30_000)).toEqual(['unknown', 'unknown'])
})

test('the uptime leaves out idle and unmeasured time and is rounded down, and the report states the measured share', () => {
  const days = [counted('2026-11-23', { up: 1_919, down: 1, idle: 480 }), counted('2026-11-24', { up: 120 })]
  const [component] = reportOf(['rest'], { ...none, newest: [rest], days }, now).components
  expect(component?.uptime).toBe(99.95)
  expect(component?.measured).toBe(84)
  expect(component?.days).toHaveLength(90)
  const seconds = { degraded: 0, down: 30, idle: 480 * 30, unmeasured: 480 * 30 }
  expect(component?.days.at(-2)).toEqual({ day: '2026-11-23', up: 1_919 * 30, ...seconds })
  expect(component?.days.at(-1)).toMatchObject({ up: 3_600, unmeasured: 0 })
  const perfect = reportOf(['rest'], { ...none, newest: [rest], days: [counted('2026-11-24', { up: 7 })] }, now)
  expect(perfect.components[0]?.uptime).toBe(100)
})

test('an asset class whose markets were always closed has no uptime', () => {
  const days = [counted('2026-11-24', { idle: 120 })]
  const [component] = reportOf(['rest'], { ...none, newest: [{ ...rest, state: 'idle' }], days }, now).components
  expect(component).toMatchObject({ state: 'idle', uptime: null, measured: 100 })
})

test('the total state is the worst state of the components and the open incidents, without resolved incidents', () => {
  const facts = { ...none, newest: [rest] }
  const state = (probe: 'up' | 'down', incidents: StatusIncident[]) =>
    reportOf(['rest'], { ...facts, newest: [{ ...rest, state: probe }], incidents }, now).state
  expect(state('up', [incident])).toBe('down')
  expect(state('up', [{ ...incident, impact: 'degraded' }])).toBe('degraded')
  expect(state('up', [{ ...incident, impact: 'maintenance' }])).toBe('maintenance')
  expect(state('up', [{ ...incident, resolvedAt: now }])).toBe('up')
  expect(state('down', [{ ...incident, impact: 'maintenance' }])).toBe('down')
  expect(reportOf(['rest'], { ...none, incidents: [incident], readAt: now - dayMs }, now).state).toBe('unknown')
})
