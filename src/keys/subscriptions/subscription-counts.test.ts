import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { issueIntegratedKey } from '../integrated-key.ts'
import { revokeKey } from '../keys.ts'
import { endingDeals, payingDays } from '../paying.ts'
import { countSubscriptions, listCustomised } from './subscription-counts.ts'

const cli = { kind: 'operator-cli' } as const

async function counted(ctx: TestPlatform) {
  const subscriptions = await countSubscriptions(ctx, cli)
  return {
    running: subscriptions.map(({ customers }) => customers),
    paying: [...(await payingDays(ctx, '2026-01-01')).values()],
    deals: (await listCustomised(ctx, cli)).length,
    ending: (await endingDeals(ctx, { days: 14, limit: 9 })).total,
  }
}

test('the plan of a revoked integrated key counts as a subscription until the account is deleted', async () => {
  await using ctx = await testPlatform()
  const expiresAt = ctx.clock.now() + 3 * dayMs
  const { actor, keyId } = await keyOnPlan(ctx, 'integrated-base', { expiresAt })
  await sql`update api_key set customised = true`.execute(ctx.postgres.db)
  const one = { running: [1], paying: [1], deals: 1, ending: 1 }
  expect(await counted(ctx)).toEqual(one)
  await revokeKey(ctx, actor, keyId, 'en-US')
  expect(await counted(ctx)).toEqual(one)
  const { id } = await issueIntegratedKey(ctx, actor, 'en-US')
  expect(await counted(ctx)).toEqual(one)
  await revokeKey(ctx, actor, id, 'en-US')
  await sql`update account set disabled_at = now()`.execute(ctx.postgres.db)
  expect(await counted(ctx)).toEqual({ running: [], paying: [0], deals: 0, ending: 0 })
})
