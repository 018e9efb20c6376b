import { expect, test } from 'vitest'
import { KnownTrades } from './known-trades.ts'

const trade = (id: string, time: number) => ({ id, time })

test('a repeated trade is recognised, even by another process that continues from the stored position', () => {
  const known = new KnownTrades(null)
  expect([trade('a', 1_000), trade('b', 1_000), trade('a', 1_000)].map((one) => known.add(one))).toEqual([
    true,
    true,
    false,
  ])
  const next = new KnownTrades(known.text())
  expect(next.newest).toBe(1_000)
  expect([trade('b', 1_000), trade('c', 1_000), trade('d', 900)].map((one) => next.add(one))).toEqual([
    false,
    true,
    true,
  ])
})

test('after a restart, a trade that is older than all trades with stored ids counts as already published', () => {
  const known = new KnownTrades(null)
  for (let at = 0; at < 100; at += 1) known.add(trade(`t${at}`, 10_000 + 10 * at))
  const next = new KnownTrades(known.text())
  expect(known.text().length).toBeLessThan(200)
  for (let at = 0; at < 100; at += 1) expect(next.add(trade(`t${at}`, 10_000 + 10 * at))).toBe(false)
  expect(next.add(trade('new', 10_995))).toBe(true)
})

test('an unreadable stored position counts as missing', () => {
  expect(new KnownTrades('x y z').newest).toBe(null)
})

test('a repeated trade is recognised, even if tens of thousands of other trades came in between', () => {
  const known = new KnownTrades(null)
  for (let at = 0; at < 45_000; at += 1) known.add(trade(String(at), at))
  for (const at of [1, 20_000, 44_000, 44_999]) expect(known.add(trade(String(at), at))).toBe(false)
})
