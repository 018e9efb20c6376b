import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDeal } from '#src/billing/order/quote.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { followEditions, loadCatalogue } from '#src/plans/editions/follow.ts'
import { firstEdition } from '#src/plans/first-edition.ts'
import { PaymentWorld } from '#test/fixtures/payments.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'

async function fileOf(ctx: TestPlatform, text: string): Promise<string> {
  const path = join(ctx.settings.dataDir, 'plans.json')
  await writeFile(path, text)
  return path
}

test('an open order keeps its limits after an edited export of the plans is imported and published', async () => {
  await using ctx = await testPlatform()
  await loadCatalogue(ctx)
  await using _following = await followEditions(ctx)
  const world = await PaymentWorld.open(ctx)
  const ada = await world.customer()
  const bob = await world.customer('bob@example.com')
  const order = await world.order(ada)
  const plans = (...args: string[]) => tapewire(ctx, 'plans', ...args)

  const exported = await plans('export')
  expect(JSON.parse(exported)).toEqual(firstEdition)
  const changed = exported
    .replace(
      '"id":"integrated-base","price":"99.00","perMinute":120',
      '"id":"integrated-base","price":"109.50","perMinute":60',
    )
    .replace('"saving": 20', '"saving": 25')
  expect(await plans('import', await fileOf(ctx, changed))).toContain('Draft 2 has 3 differences')
  expect(await plans('diff')).toBe(
    [
      'Edition 1 → 2: 3 differences.',
      '  all plans  periods.year.saving: 20 → 25',
      '  integrated-base  price: "99.00" → "109.50"',
      '  integrated-base  perMinute: 120 → 60',
    ].join('\n'),
  )
  expect(JSON.parse(await plans('export'))).toEqual(firstEdition)
  expect(await plans('publish')).toBe('Edition 2 is sold from now on.')
  await expect.poll(() => catalogueOf(ctx).edition).toBe(2)
  expect(await plans('history')).toMatch(/^Edition 1 .* to 2026-.*\nEdition 2 .* to now\nVersion 3$/)

  const { data } = await siteApi(ctx).send('/api/order/plan')
  const offer = data.find(({ id }: { id: string }) => id === 'integrated-base')
  expect(offer).toMatchObject({ price: '109.50', limits: { perMinute: 60 }, periods: { 3: { saving: 25 } } })
  const input = { planId: 'integrated-base', period: 'month', keyId: null } as const
  expect((await makeDeal(ctx, bob.actor.accountId, input)).price.list).toBe(109_500_000n)
  await world.pay(order)
  await world.settle()
  const [key] = await world.keys(ada)
  expect(key).toMatchObject({ level: 'base', limitHttp: expect.stringContaining('"perMinute":120') })
  expect(await audited(ctx, 'plans.publish')).toMatchObject([
    { actor_kind: 'operator-cli', subject: 'edition 2', detail: { differences: { length: 3 } } },
  ])
})

test('a new import of plans cancels the planned publication of the draft, and an import with an outdated version is refused', async () => {
  await using ctx = await testPlatform()
  await loadCatalogue(ctx)
  const plans = (...args: string[]) => tapewire(ctx, 'plans', ...args)
  const path = await fileOf(ctx, JSON.stringify({ ...firstEdition, newcomerDiscount: 15 }))
  await plans('import', path, '--version', '1')
  expect(await plans('publish', '--at', '2026-12-01')).toBe('Edition 2 is sold from 2026-12-01T00:00:00.000Z on.')
  expect(await plans('history')).toContain('planned for 2026-12-01')
  await expect(plans('import', path, '--version', '2')).rejects.toThrow('Somebody changed the plans meanwhile')
  expect(await plans('import', path)).toContain('no longer published by itself')
  expect(await plans('discard')).toBe('The draft is gone.')
  await expect(plans('diff')).rejects.toThrow('There is no draft')
  await expect(plans('publish')).rejects.toThrow('There is no draft')
})

test.each([
  ['no JSON', '{', 'plans.json is not JSON.'],
  ['a wrong price', JSON.stringify(firstEdition).replace('"99.00"', '99'), 'integrated-base: "price"'],
])('an import of plans from a file with %s is refused with a reason', async (_what, text, words) => {
  await using ctx = await testPlatform()
  await loadCatalogue(ctx)
  const path = await fileOf(ctx, text)
  await expect(tapewire(ctx, 'plans', 'import', path)).rejects.toThrow(words)
  await expect(tapewire(ctx, 'plans', 'publish', '--at', 'soon')).rejects.toThrow('is not a time')
})
