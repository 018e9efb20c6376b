import { expect, test } from 'vitest'
import type { Interval } from '#src/contract/market.ts'
import { withPatience } from '#test/fixtures/patient-store.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { recordBars } from '../bars/bars.ts'
import { installCatalogue } from '../catalogue/install.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { readBars } from './history.ts'
import { volumeBalance } from './volume-balance.ts'

test('on-balance volume from history equals the on-balance volume of the returned bars, for stored, built and adjusted bars', async () => {
  await using ctx = withPatience(await testPlatform({ clickhouse: true }))
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'ETHUSD' })
  if (!instrument) throw new Error('ETHUSD is not in the catalogue')
  const start = Date.parse('2025-03-03T00:00:00Z')
  const bar = (interval: Interval, time: number, at: number) => ({
    ...{ time, open: 100, high: 120, low: 80, close: 100 + ((at * 37) % 17), volume: 1 + ((at * 13) % 29) / 8 },
    ...{ turnover: 0, source: 'import' as const, instrumentId: instrument.id, interval },
  })
  const many = (interval: Interval, from: number, size: number, count: number) =>
    Array.from({ length: count }, (_, at) => bar(interval, start + from + at * size, at))
  // The last two hours also have minutes, and the next eight hours have only minutes. Daily bars cover the five days
  // before the first hour.
  await recordBars(ctx, [
    ...many('1h', 0, 3_600_000, 30),
    ...many('1m', 28 * 3_600_000, 60_000, 600),
    ...many('1d', -5 * 86_400_000, 86_400_000, 5),
  ])
  const factors = [{ date: start - 2 * 86_400_000, price: 0.5, split: 0.5, reference: 100 }]
  const apart: string[] = []
  for (const interval of ['1m', '15m', '1h', '4h', '1d', '1w'] as const)
    for (const adjust of ['none', 'all'] as const) {
      const history = { instrument, interval, adjust, factors }
      const bars = await readBars(ctx, { ...history, limit: 100_000, order: 'oldest' })
      const expected = bars.reduce(
        (sum, { close, volume }, at) => sum + Math.sign(close - (bars[at - 1]?.close ?? close)) * volume,
        0,
      )
      const balance = await volumeBalance(ctx, history, bars.at(-1)?.time ?? 0)
      if (Math.abs(balance - expected) > 1e-6 || bars.length === 0)
        apart.push(`${interval} ${adjust}: ${balance}, not ${expected}`)
    }
  expect(apart).toEqual([])
})
