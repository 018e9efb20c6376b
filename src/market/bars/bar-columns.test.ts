import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { BarColumns, barBlock, barsAt } from './bar-columns.ts'
import { stored } from './bar-store.ts'
import { insertBarBlock } from './write-store.ts'

const figures = [-37.63, 1e-10, -40.32, 0.1 + 0.2, 12_345_678_901_234, 1 / 3] as const
const times = [-2_208_988_800_000, -1, 0, 2 ** 31, 2 ** 32, 1_718_112_600_000]
const same = { instrument: 4_000_000_000, interval: 1, source: 0, version: '5001718112600000' }

test.each([{ clickhouse: true }, { clickhouse: 'url' }] as const)(
  'stored bars keep times before 1970 and all digits of their figures (clickhouse: $clickhouse)',
  async (options) => {
    await using ctx = await testPlatform(options)
    const columns = new BarColumns()
    for (const time of times) columns.push(time, ...figures)
    await insertBarBlock(ctx, barBlock(columns.drain(), same))
    const range = { from: -1e13, to: 1e13, limit: 100, order: 'oldest' } as const
    const bars = await stored(ctx, same.instrument, '1m', range)
    const [open, high, low, close, volume, turnover] = figures
    expect(bars).toEqual(times.map((time) => ({ time, open, high, low, close, volume, turnover, source: 'import' })))
  },
)

test('the column buffers grow with the number of bars, and chosen bars can be copied out of a batch', () => {
  const columns = new BarColumns()
  for (let at = 0; at < 20_000; at += 1) columns.push(at, at, at, at, at, at, 2 * at)
  const batch = columns.drain()
  expect(columns.length).toBe(0)
  expect(batch.times).toHaveLength(20_000)
  expect(batch.figures[5]?.[19_999]).toBe(39_998)
  const some = barsAt(batch, [3, 19_999])
  expect([...some.times]).toEqual([3, 19_999])
  expect([...(some.figures[5] ?? [])]).toEqual([6, 39_998])
})
