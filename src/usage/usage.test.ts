import { expect, test } from 'vitest'
import { seriesOf, sharesOf, targetOf } from './usage.ts'

const tally = { keyId: 'k', bytes: 1, uncounted: 0 }

test('usage tallies of several keys are added up per time step and per status', () => {
  const tallies = [
    { ...tally, t: 60, call: 'quote', status: 200, reason: '', requests: 2 },
    { ...tally, t: 0, call: 'quote', status: 404, reason: 'unknown_symbol', requests: 1 },
    { ...tally, t: 0, call: 'quote', status: 304, reason: '', requests: 0, uncounted: 4 },
    { ...tally, t: 60, keyId: 'other', call: 'quote', status: 200, reason: '', requests: 3 },
  ]
  expect(seriesOf(tallies)).toEqual([
    { t: 0, requests: 1, errors: 1, refused: 0 },
    { t: 60, requests: 5, errors: 0, refused: 0 },
  ])
  expect(sharesOf(tallies).map(({ status, count }) => [status, count])).toEqual([
    [200, 5],
    [304, 4],
    [404, 1],
  ])
})

test.each([
  ['/stock/quote?code=AAPL&token=tw_live_x', '/stock/quote?code=AAPL&token=***'],
  ['/a?Token=s&b=1', '/a?Token=***&b=1'],
  [`/${'x'.repeat(400)}`, `/${'x'.repeat(299)}…`],
])('the target of a request is stored without its key and is cut after 300 characters: %s', (url, kept) => {
  expect(targetOf(url)).toBe(kept)
})
