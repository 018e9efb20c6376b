import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BarInterval } from '#src/contract/market.ts'
import { hourMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { readBars } from '#src/market/history/history.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { SimulatedSource } from './simulated-source.ts'

const io = { signal: new AbortController().signal, progress: () => {} }
const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

/** One minute an hour from 4 to 6 April 2018. */
const hours = Array.from({ length: 72 }, (_, hour) => day('2018-04-04') + hour * hourMs)
const minutes = [
  'time,open,high,low,close,volume',
  ...hours.map((time, at) => {
    const [open, high] = at === 0 ? [134.12, 135.15] : [120, 121]
    const [low, close] = at === 71 ? [112.1, 112.93] : [119, 120]
    return `${time},${open},${high},${low},${close},10`
  }),
].join('\n')

test('after three days are imported for a simulated instrument, only these days exist, and longer bars are built from them', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2018-05-20T12:00:00Z' })
  await installCatalogue(ctx)
  const instrument = await findInstrument(ctx, { class: 'crypto', code: 'LTCUSD' })
  if (!instrument) throw new Error('LTCUSD is in the catalogue')
  const simulate = async () => {
    await using source = new SimulatedSource(ctx, null, 7)
    await source.start(({ code }) => code === 'LTCUSD')
    await source.fillAll()
    await ctx.clock.advance(5_000)
    await source.beat()
  }
  await simulate()
  const path = join(ctx.settings.dataDir, 'crypto-ba-LTCUSD-1m.csv')
  await writeFile(path, minutes)
  await importBars(ctx, path, {}, io)
  await simulate()
  const bars = (interval: BarInterval) => readBars(ctx, { instrument, interval, limit: 5_000, order: 'newest' })

  const days = await bars('1d')
  expect(days.map(({ time }) => time)).toEqual([day('2018-04-04'), day('2018-04-05'), day('2018-04-06')])
  const figures = { open: 134.12, high: 135.15, low: 112.1, close: 112.93, volume: 720, source: 'import' }
  const starts: [BarInterval, string][] = [
    ['1w', '2018-04-02'],
    ['1M', '2018-04-01'],
    ['1Q', '2018-04-01'],
    ['1y', '2018-01-01'],
  ]
  for (const [interval, start] of starts) {
    expect(await bars(interval), interval).toMatchObject([{ time: day(start), ...figures }])
  }
  expect((await bars('1m')).every(({ source }) => source === 'import')).toBe(true)
})
