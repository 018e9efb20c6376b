import { expect, test } from 'vitest'
import { chartLayoutsMax, keepChartLayoutRoute } from '#src/contract/account/layouts.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { chartLayouts, keepChartLayout, removeChartLayout } from './layouts.ts'

const line = { id: 'a', tool: 'segment', points: [{ timestamp: 1, value: 2 }] }
const layout = (name: string, interval = '1d', drawings = [line]) => ({
  name,
  state: { ticker: 'NASDAQ:AAPL', interval },
  drawings,
})

test('chart layouts are returned in their order with their drawings, and each account sees only its own layouts', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx)
  const bob = await testAccount(ctx, 'bob@example.com')
  for (const one of [layout('Swing'), layout('Day', '5m', [])]) await keepChartLayout(ctx, ada.actor, one)
  await keepChartLayout(ctx, bob.actor, layout('Day', '1w'))
  expect(await chartLayouts(ctx, ada.actor)).toEqual([layout('Swing'), layout('Day', '5m', [])])
  expect(await chartLayouts(ctx, bob.actor)).toEqual([layout('Day', '1w')])
})

test('a chart layout saved under an existing name replaces that layout at the same position, and a removed layout is not listed', async () => {
  await using ctx = await testPlatform()
  const ada = await testAccount(ctx)
  const bob = await testAccount(ctx, 'bob@example.com')
  for (const { actor } of [ada, bob]) {
    await keepChartLayout(ctx, actor, layout('Swing'))
    await keepChartLayout(ctx, actor, layout('Day', '5m'))
  }
  await keepChartLayout(ctx, ada.actor, layout('Swing', '1h', []))
  expect(await chartLayouts(ctx, ada.actor)).toEqual([layout('Swing', '1h', []), layout('Day', '5m')])
  await removeChartLayout(ctx, ada.actor, 'Swing')
  expect(await chartLayouts(ctx, ada.actor)).toEqual([layout('Day', '5m')])
  expect(await chartLayouts(ctx, bob.actor)).toHaveLength(2)
})

test('a chart layout over the limit of an account is refused, and an existing layout can still be replaced', async () => {
  await using ctx = await testPlatform()
  const { actor } = await testAccount(ctx)
  for (let number = 0; number < chartLayoutsMax; number++) await keepChartLayout(ctx, actor, layout(`No. ${number}`))
  await expect(keepChartLayout(ctx, actor, layout('Another'))).rejects.toMatchObject({ error: 'conflict' })
  await keepChartLayout(ctx, actor, layout('No. 3', '1w'))
  expect((await chartLayouts(ctx, actor))[3]).toEqual(layout('No. 3', '1w'))
})

test('a chart layout over the size limit is refused, and a layout with 200 drawings is accepted', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ ...line, id: `draw-${index}` }))
  expect(keepChartLayoutRoute.body.safeParse(layout('Many', '1d', many)).success).toBe(true)
  const huge = [{ ...line, text: 'x'.repeat(40_000) }]
  expect(keepChartLayoutRoute.body.safeParse(layout('Huge', '1d', huge)).success).toBe(false)
})
