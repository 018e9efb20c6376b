import { expect, test } from 'vitest'
import { exchanges } from './exchange.ts'
import { marketStatus } from './status.ts'

function statusAt(code: string, time: string) {
  const exchange = exchanges.get(code)
  if (!exchange) throw new Error(code)
  const { status, since, next } = marketStatus(exchange, Date.parse(time))
  const iso = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms).toISOString())
  return [status, iso(since), next?.status ?? null, iso(next?.at)]
}

const at = (text: string) => new Date(text).toISOString()

test.each([
  ['NASDAQ', '2026-01-06T15:00Z', 'open', '2026-01-06T14:30Z', 'post', '2026-01-06T21:00Z'],
  ['NASDAQ', '2026-01-06T10:00Z', 'pre', '2026-01-06T09:00Z', 'open', '2026-01-06T14:30Z'],
  ['NASDAQ', '2026-01-06T23:00Z', 'post', '2026-01-06T21:00Z', 'closed', '2026-01-07T01:00Z'],
  ['NASDAQ', '2026-01-10T12:00Z', 'closed', '2026-01-10T01:00Z', 'pre', '2026-01-12T09:00Z'],
  ['NASDAQ', '2026-11-27T18:30Z', 'post', '2026-11-27T18:00Z', 'closed', '2026-11-27T22:00Z'],
  ['HKEX', '2026-01-06T04:30Z', 'break', '2026-01-06T04:00Z', 'open', '2026-01-06T05:00Z'],
  ['HKEX', '2026-12-24T04:30Z', 'closed', '2026-12-24T04:00Z', 'open', '2026-12-28T01:30Z'],
  ['SSE', '2026-02-18T04:00Z', 'closed', '2026-02-13T07:00Z', 'open', '2026-02-24T01:30Z'],
  ['CME', '2026-01-06T22:30Z', 'closed', '2026-01-06T22:00Z', 'open', '2026-01-06T23:00Z'],
  ['CME', '2026-01-06T23:30Z', 'open', '2026-01-06T23:00Z', 'closed', '2026-01-07T22:00Z'],
  ['ATHEX', '2015-07-15T12:00Z', 'closed', '2015-06-26T14:20Z', 'open', '2015-08-03T07:15Z'],
  ['FX', '2026-01-07T12:00Z', 'open', '2026-01-04T22:00Z', 'closed', '2026-01-09T22:00Z'],
])(
  'the status of %s at %s is %s since %s, and the next status is %s at %s',
  (code, time, status, since, next, nextAt) => {
    expect(statusAt(code, time)).toEqual([status, at(since), next, at(nextAt)])
  },
)

test('the state of a market that never closes has no start and no next state', () => {
  expect(statusAt('CCC', '2026-01-06T15:00Z')).toEqual(['open', null, null, null])
})
