import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { issueKey } from '#src/keys/keys.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { testAccount } from '#test/fixtures/account.ts'
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

test('if the dashboard shows a chosen key, the first call goes to the gateway for the plan of this key', async () => {
  await using ctx = await testPlatform({
    settings: { API_URL: 'https://api.example.com', API_FREE_URL: 'https://free.example.com' },
  })
  const who = await testAccount(ctx)
  const plan = catalogueOf(ctx).planById('future-hk-base')
  if (!plan) throw new Error('no plan')
  const paid = await ctx.postgres.transaction((tx) =>
    issueKey(ctx, tx, who.actor, { accountId: who.actor.accountId, plan, expiresAt: ctx.clock.now() + dayMs }),
  )
  const pageOf = (path: string) => accountPageOf(ctx, who, dashboardPage, { path, locale: 'en-US' })
  expect(await pageOf('/dashboard')).toContain('https://free.example.com')
  const opened = await pageOf(`/dashboard?key=${paid?.id}`)
  expect(opened).toContain('https://api.example.com')
  expect(opened).not.toContain('https://free.example.com')
})
