import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { editInstrument } from '#src/market/instruments/edit.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Feeds } from './feeds.ts'

test('a corrected price step applies to live data without a restart', async () => {
  await using ctx = await testPlatform({ now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  await using feeds = await Feeds.open(ctx)
  await feeds.know(['stock:AAPL$US'])
  const decimals = () => feeds.traded('stock:AAPL$US')?.decimals
  expect(decimals()).toBe(2)
  const apple = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'AAPL' })
  await editInstrument(ctx, { kind: 'operator-cli' }, { id: apple?.id ?? 0, version: null, priceStep: '0.0001' })
  await ctx.clock.advance(1_000)
  await expect.poll(decimals).toBe(4)
})
