import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { chosenPlan } from './chosen-plan.server.ts'

test('the login page names the chosen plan in the language of the page', async () => {
  await using ctx = await testPlatform()
  expect(chosenPlan(ctx, '/en-US/payment?plan=integrated-professional&period=year', 'en-US')).toBe(
    'Integrated · Professional',
  )
  expect(chosenPlan(ctx, '/payment?plan=stock-us-base', 'zh-CN')).toBe('美国股票 · 基础版')
})

test('the login page names a plan only if its redirect leads to the order form of a known plan', async () => {
  await using ctx = await testPlatform()
  for (const path of ['/dashboard', '/payment', '/payment?plan=none', '/en-US/payment/1?plan=integrated-base'])
    expect(chosenPlan(ctx, path, 'en-US'), path).toBeNull()
})
