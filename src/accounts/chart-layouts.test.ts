import { expect, test } from 'vitest'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { chartLayouts, keepChartLayouts } from './chart-layouts.ts'

const layout = (name: string, interval = '1d') => ({ name, state: { ticker: 'NASDAQ:AAPL', interval } })

test('layouts come back in their order, each account has its own, and keeping replaces them all', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx)
  const bob = await testAccount(ctx, 'bob@example.com')
  await keepChartLayouts(ctx, ada.actor, [layout('Swing'), layout('Day', '5m')])
  expect(await chartLayouts(ctx, ada.actor)).toEqual([layout('Swing'), layout('Day', '5m')])
  expect(await chartLayouts(ctx, bob.actor)).toEqual([])
  await keepChartLayouts(ctx, ada.actor, [layout('Day', '1m')])
  expect(await chartLayouts(ctx, ada.actor)).toEqual([layout('Day', '1m')])
})

test('two layouts of one name are refused and nothing changes', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  await keepChartLayouts(ctx, actor, [layout('Day')])
  await expect(keepChartLayouts(ctx, actor, [layout('Day'), layout('Day')])).rejects.toMatchObject({
    error: 'invalid_parameter',
  })
  expect(await chartLayouts(ctx, actor)).toEqual([layout('Day')])
})
