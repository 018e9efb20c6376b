import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AssetClass, Interval } from '#src/contract/market.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { recordBars } from '../bars/bars.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { countIfDue } from './coverage.ts'
import { recentRows } from './coverage-store.ts'

let ctx: TestPlatform
beforeAll(async () => {
  // a Wednesday
  ctx = await testPlatform({ clickhouse: true, now: '2026-07-01T12:00:00Z' })
})
afterAll(() => ctx[Symbol.asyncDispose]())

const figures = { open: 10, high: 11, low: 9, close: 10, volume: 5, turnover: 50, source: 'import' } as const

async function record(
  listing: { class: AssetClass; region: string; code: string; exchange?: string },
  interval: Interval,
  times: readonly number[],
) {
  const { id } = await ensureInstrument(ctx, listing)
  await recordBars(
    ctx,
    times.map((time) => ({ ...figures, instrumentId: id, interval, time })),
  )
}

const at = (text: string) => Date.parse(text)
const every = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)

/** The minutes from 09:30 to 16:00 in New York on some summer days. */
const sessions = (days: readonly string[]) =>
  days.flatMap((day) => every(at(`${day}T13:30:00Z`), at(`${day}T20:00:00Z`), minuteMs))

async function counted(assetClass: AssetClass) {
  await ctx.clock.advance(hourMs)
  await countIfDue(ctx)
  const rows = await recentRows(ctx.postgres.db)
  const own = rows.filter((row) => row.class === assetClass)
  return Object.fromEntries(own.map(({ interval, present, expected }) => [interval, `${present} of ${expected}`]))
}

test('coverage states how many of the bars expected after the first stored day are stored or can be built', async () => {
  // The first day does not count, Friday lacks its last half hour, Monday is missing, and premarket is outside the
  // session.
  const minutes = sessions(['2026-06-24', '2026-06-25', '2026-06-26', '2026-06-30'])
  const cut = minutes.filter((time) => time < at('2026-06-26T19:30:00Z') || time >= at('2026-06-26T20:00:00Z'))
  const early = every(at('2026-06-25T12:00:00Z'), at('2026-06-25T13:30:00Z'), minuteMs)
  await record({ class: 'stock', region: 'US', code: 'RECENT' }, '1m', [...cut, ...early])
  expect(await counted('stock')).toEqual({
    '1m': `${390 + 360 + 390} of ${4 * 390}`,
    '5m': `${78 + 72 + 78} of ${4 * 78}`,
    '15m': `${26 + 24 + 26} of ${4 * 26}`,
    '30m': `${13 + 12 + 13} of ${4 * 13}`,
    // Hourly bars cover 09:00 to 16:00 local time, longer bars 08:00 to 16:00.
    '1h': `${3 * 7} of ${4 * 7}`,
    '2h': `${3 * 4} of ${4 * 4}`,
    '4h': `${3 * 2} of ${4 * 2}`,
    '1d': '3 of 4',
    // There are no weeks and months: the current ones have not ended, and the previous ones began before the first day.
  })
})

test('coverage is counted over thirty trading days and over complete weeks and months, and duplicate rows count once', async () => {
  const days = every(at('2025-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z'), dayMs)
  const missing = new Set([
    at('2026-06-15T00:00:00Z'),
    ...every(at('2026-06-01T00:00:00Z'), at('2026-06-08T00:00:00Z'), dayMs),
  ])
  // One of four whole weeks and one day of another week are missing. The current week does not count.
  const listing = { class: 'crypto', region: 'BA', code: 'RECENTUSD' } as const
  const held = days.filter((day) => !missing.has(day))
  await record(listing, '1d', held)
  await record(listing, '1d', held)
  expect(await counted('crypto')).toEqual({ '1d': '22 of 30', '1w': '3 of 4', '1M': '1 of 1' })
})

test('the week of currencies runs from Sunday to Friday evening in New York, with days divided at 00:00 UTC', async () => {
  const listing = { class: 'forex', region: 'GB', code: 'RECENTFX' } as const
  // The first bar is on Thursday.
  await record(listing, '1h', [
    at('2026-06-25T10:00:00Z'),
    ...every(at('2026-06-26T00:00:00Z'), at('2026-06-27T00:00:00Z'), hourMs),
  ])
  // Friday has 21 hours; Monday and Tuesday have 24.
  expect((await counted('forex'))['1h']).toMatch(/of 69$/)
})
