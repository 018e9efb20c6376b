import { expect, test } from 'vitest'
import type { Bar } from '#src/market/bars/bar.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { readInstallationFigures } from '#src/platform/figures/installation-figures.ts'
import { writeFigures } from '#src/platform/figures/process-figures.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { countInstallation, notePeak } from './measure-installation.ts'

test('an installation counts its accounts and the rows and bytes of its history', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  expect(await readInstallationFigures(ctx)).toEqual({})
  await testAccount(ctx, 'ada@example.com')
  await testAccount(ctx, 'bob@example.com')
  const bar: Bar = { time: 0, open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 1, source: 'exchange' }
  await recordBars(ctx, [{ ...bar, interval: '1d', instrumentId: 1 }])
  await countInstallation(ctx)
  const { users, rows, bytes } = await readInstallationFigures(ctx)
  expect([users, rows]).toEqual([2, 1])
  expect(bytes).toBeGreaterThan(0)
})

test('the stored peak of an installation is its highest number of deliveries per second, summed over all gateways', async () => {
  await using ctx = await testPlatform()
  await notePeak(ctx)
  expect((await readInstallationFigures(ctx)).messages).toBeUndefined()
  for (const [first, second] of [
    [100, 20.9],
    [400, 50],
    [3, 3],
  ] as const) {
    await writeFigures(ctx, 'first', { delivered: first })
    await writeFigures(ctx, 'second', { delivered: second })
    await notePeak(ctx)
  }
  expect((await readInstallationFigures(ctx)).messages).toBe(450)
})
