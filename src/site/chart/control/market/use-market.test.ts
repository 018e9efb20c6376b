import { expect, test } from 'vitest'
import { joined, tradesMax } from './use-market.ts'

const trade = (t: number, seq: number) => ({ t, seq, p: 1, v: 1, d: 0, te: 0 })

test('the live and stored trades of an instrument form one list of limited length, newest first, without duplicates', () => {
  const live = [trade(3, 3), trade(2, 2)]
  const stored = [trade(2, 2), trade(1, 1), trade(2, 1)]
  expect(joined(live, stored).map(({ seq, t }) => [t, seq])).toEqual([
    [3, 3],
    [2, 2],
    [2, 1],
    [1, 1],
  ])
  const many = Array.from({ length: tradesMax + 5 }, (_, at) => trade(at, at))
  expect(joined([], many)).toHaveLength(tradesMax)
  expect(joined([], many)[0]?.t).toBe(tradesMax + 4)
})
