import { expect, test } from 'vitest'
import { listAlerts } from '#src/alerts/alerts.ts'
import { evaluateShard } from '#src/alerts/evaluate/lead-alerts.ts'
import { moveAlerts } from '#src/alerts/move-alerts.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { renameInstrument } from '#src/market/instruments/edit.ts'
import { findInstrument, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { followListings } from '#src/market/merge/follow-listings.ts'
import { mergeInstruments } from '#src/market/merge/merge.ts'
import { systemClock } from '#src/platform/clock.ts'
import { moveWatchlists } from '#src/watchlists/move-watchlists.ts'
import { createWatchlist, watchlists } from '#src/watchlists/watchlists.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { firedPrices, makeAlert, trade, wantedAlert } from '#test/fixtures/alerts.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'

const operator = { kind: 'operator-cli' } as const

test('after an instrument is renamed, alerts and watchlists name the new code, and trades under the new code fire the alert', async () => {
  await using platform = await testPlatform({ clickhouse: true })
  const ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  const { actor } = await testAccount(platform)
  const alert = await makeAlert(ctx, actor, wantedAlert())
  await createWatchlist(ctx, actor, { name: 'Shares', symbols: ['NASDAQ:AAPL', 'NASDAQ:MSFT'] })
  await using _evaluator = await evaluateShard(ctx, null, 0, { everyMs: 50 })
  await using _following = await followListings(ctx, async () => {
    await moveAlerts(ctx)
    await moveWatchlists(ctx)
  })
  const apple = await findInstrument(ctx, { class: 'stock', code: 'AAPL', region: 'US' })
  await renameInstrument(ctx, operator, { id: apple?.id ?? 0, version: null, code: 'AAPLX' })
  const symbols = async () => (await listAlerts(ctx, actor)).alerts.map(({ symbol }) => symbol)
  await expect.poll(symbols).toEqual(['NASDAQ:AAPLX'])
  const lists = async () => (await watchlists(ctx, actor)).map((list) => list.symbols)
  await expect.poll(lists).toEqual([['NASDAQ:AAPLX', 'NASDAQ:MSFT']])
  await trade(ctx, [190], 'stock:AAPLX$US')
  const state = async () => (await listAlerts(ctx, actor)).alerts.find(({ id }) => id === alert.id)?.state
  await expect.poll(state).toBe('armed')
  await trade(ctx, [201], 'stock:AAPLX$US')
  await expect.poll(() => firedPrices(ctx)).toEqual([201])
})

test('after a merge of two listings, alerts and watchlists name the remaining listing, and no watchlist contains it twice', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
  const { actor } = await keyOnPlan(ctx, 'integrated-base')
  const listing = { class: 'stock', region: 'US', name: 'Twice' } as const
  const twice = [
    { ...listing, exchange: 'NYSE', code: 'TWICE' },
    { ...listing, exchange: 'NASDAQ', code: 'TWYCE' },
  ]
  const [from = 0, into = 0] = await upsertInstruments(ctx, twice, 'import')
  await makeAlert(ctx, actor, wantedAlert({ symbol: 'NYSE:TWICE' }))
  await makeAlert(ctx, actor, wantedAlert({ symbol: 'twice' }))
  await makeAlert(ctx, actor, wantedAlert())
  const symbols = ['NYSE:TWICE', 'crypto:BTCUSD', 'NASDAQ:TWYCE', 'NYSE:NOSUCH']
  await createWatchlist(ctx, actor, { name: 'Both', symbols })
  await createWatchlist(ctx, actor, { name: 'One', symbols: ['NYSE:TWICE'] })
  await mergeInstruments(ctx, operator, { from, into })
  await moveAlerts(ctx)
  await moveWatchlists(ctx)
  const { alerts } = await listAlerts(ctx, actor)
  expect(alerts.map(({ symbol }) => symbol).toSorted()).toEqual(['NASDAQ:AAPL', 'NASDAQ:TWYCE', 'NASDAQ:TWYCE'])
  expect((await watchlists(ctx, actor)).map((list) => list.symbols)).toEqual([
    ['crypto:BTCUSD', 'NASDAQ:TWYCE', 'NYSE:NOSUCH'],
    ['NASDAQ:TWYCE'],
  ])
})
