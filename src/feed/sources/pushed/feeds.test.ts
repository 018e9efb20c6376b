import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { setInstrumentState } from '#src/market/instruments/edit.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { Feeds } from './feeds.ts'

test('a changed state of an instrument applies to live data without a restart', async () => {
  await using ctx = await testPlatform({ now: '2026-01-06T15:00:00Z' })
  await installCatalogue(ctx)
  await using feeds = await Feeds.open(ctx)
  await feeds.know(['stock:AAPL$US'])
  const status = () => feeds.traded('stock:AAPL$US')?.tradingStatus
  expect(status()).toBe(0)
  const apple = await findInstrument(ctx, { class: 'stock', region: 'US', code: 'AAPL' })
  await setInstrumentState(ctx, { kind: 'operator-cli' }, { id: apple?.id ?? 0, version: null, state: 'suspended' })
  await ctx.clock.advance(1_000)
  await expect.poll(status).toBe(1)
  expect([feeds.takeChanged(), feeds.takeChanged()]).toEqual([['stock:AAPL$US'], []])
})
