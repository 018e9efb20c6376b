import { expect, test } from 'vitest'
import { clockChanges } from './clock-changes.ts'

const named = (zone: string, from: string, to: string) =>
  clockChanges(zone, Date.parse(from), Date.parse(to)).map(
    ({ at, before, after }) => `${new Date(at).toISOString().slice(0, 16)} ${before} ${after}`,
  )

test('the clock changes of a time zone are found to the minute, in years with two, one and no change', () => {
  expect(named('America/New_York', '2024-12-01', '2025-12-31')).toEqual([
    '2025-03-09T07:00 -300 -240',
    '2025-11-02T06:00 -240 -300',
  ])
  expect(named('America/New_York', '2025-03-09T07:00Z', '2025-03-09T07:00Z')).toHaveLength(1)
  expect(named('America/New_York', '2025-03-09T07:01Z', '2025-11-02T05:59Z')).toEqual([])
  expect(named('Europe/Istanbul', '2016-01-01', '2018-01-01')).toEqual(['2016-03-27T01:00 120 180'])
  expect(named('Asia/Hong_Kong', '1990-01-01', '2026-01-01')).toEqual([])
})

test('two clock changes of a time zone that are a month apart are both found', () => {
  expect(named('Africa/Casablanca', '2024-01-01', '2024-12-31')).toEqual([
    '2024-03-10T02:00 60 0',
    '2024-04-14T02:00 0 60',
  ])
})
