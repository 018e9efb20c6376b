import { expect, test } from 'vitest'
import { revokeKey } from '#src/keys/keys.ts'
import { accountPageOf } from '#test/fixtures/account-page.tsx'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import * as dashboardPage from './dashboard-page.tsx'

test('if the plan of a revoked key cannot be read, the dashboard does not show “not subscribed”', async () => {
  await using ctx = await testPlatform()
  const who = await keyOnPlan(ctx, 'integrated-base')
  await revokeKey(ctx, who.actor, who.keyId, 'en-US')
  const pageOf = (refused: string | null) =>
    accountPageOf(ctx, who, dashboardPage, {
      path: '/dashboard',
      locale: 'en-US',
      refuses: (call) => call === refused,
    })
  expect(await pageOf(null)).toMatch(/Integrated<\/h3><span class="status" data-status="normal">subscribed/)
  expect(await pageOf('GET /api/keys/awaited')).not.toContain('not subscribed')
})
