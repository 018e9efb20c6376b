import { expect, test } from 'vitest'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import * as dashboardPage from './dashboard-page.tsx'

test('the first call on the dashboard requests an instrument that the plan of the key covers', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await installCatalogue(ctx)
  const requestOf = async (planId: string) => {
    const who = await keyOnPlan(ctx, planId)
    const html = await accountPageOf(ctx, who, dashboardPage, { path: '/dashboard', locale: 'en-US' })
    const [, code = ''] = /<pre role="tabpanel"[^>]*>(.*?)<\/pre>/s.exec(html) ?? []
    return code.replaceAll(/<[^>]*>/g, '')
  }
  expect(await requestOf('integrated-base')).toMatch(/\/stock\/kline[\s\S]*region=US[\s\S]*code=AAPL/)
  expect(await requestOf('future-hk-base')).toMatch(/\/future\/kline[\s\S]*region=HK/)
  expect(await requestOf('stock-eu-base')).toMatch(
    /\/stock\/kline[\s\S]*region=(DE|FR|GB|GR|IT|BE|PL|SE|CH|FI|NL|TR|ES|PT)/,
  )
})
