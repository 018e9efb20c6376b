import { expect, test } from 'vitest'
import { alertsMax, createAlertRoute } from '#src/contract/account/alerts.ts'
import { hourMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { makeAlert, wantedAlert } from '#test/fixtures/alerts.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { changeAlert, listAlerts, removeAlert } from './alerts.ts'

test('an account may have as many alerts as its plan allows, and other accounts can neither read nor change them', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const ada = await testAccount(ctx)
  const eve = await testAccount(ctx, 'eve@example.com')
  for (let n = 0; n < alertsMax.free; n++) await makeAlert(ctx, ada.actor, wantedAlert())
  await expect(makeAlert(ctx, ada.actor, wantedAlert())).rejects.toMatchObject({ error: 'alerts_full' })
  const { alerts, max } = await listAlerts(ctx, ada.actor)
  expect([alerts.length, max]).toEqual([alertsMax.free, alertsMax.free])
  expect(await listAlerts(ctx, eve.actor)).toMatchObject({ alerts: [] })
  const id = alerts[0]?.id ?? ''
  const { symbol: _, ...wanted } = wantedAlert()
  await expect(changeAlert(ctx, eve.actor, { ...wanted, id }, 'en-US')).rejects.toMatchObject({ error: 'not_found' })
  await expect(removeAlert(ctx, eve.actor, id)).rejects.toMatchObject({ error: 'not_found' })
  await removeAlert(ctx, ada.actor, id)
  await makeAlert(ctx, ada.actor, wantedAlert())
})

test('a paid plan allows more alerts than the free plan', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const { actor } = await keyOnPlan(ctx, 'integrated-base')
  expect((await listAlerts(ctx, actor)).max).toBe(alertsMax.paid)
  expect(alertsMax.paid).toBeGreaterThan(alertsMax.free)
})

test('an alert on an unknown instrument or with an end in the past is refused, and an alert expires at its end', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const { actor } = await testAccount(ctx)
  const unknown = makeAlert(ctx, actor, wantedAlert({ symbol: 'NASDAQ:NOSUCH' }))
  await expect(unknown).rejects.toMatchObject({ error: 'unknown_symbol' })
  const past = makeAlert(ctx, actor, wantedAlert({ expiresAt: ctx.clock.now() - 1 }))
  await expect(past).rejects.toMatchObject({ error: 'invalid_parameter' })
  await makeAlert(ctx, actor, wantedAlert({ expiresAt: ctx.clock.now() + hourMs }))
  await ctx.clock.advance(hourMs)
  expect((await listAlerts(ctx, actor)).alerts).toMatchObject([{ state: 'expired' }])
})

const fund = wantedAlert({ symbol: 'fund:SPY' })

test('an alert needs a valid key whose plan covers the instrument, and the refusal names a plan that covers it', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const ada = await testAccount(ctx)
  const refused = { error: 'not_in_plan', detail: { extra: { plan: 'integrated-base' } } }
  await expect(makeAlert(ctx, ada.actor, fund)).rejects.toMatchObject(refused)
  const eve = await keyOnPlan(ctx, 'stock-hk-base')
  await expect(makeAlert(ctx, eve.actor, wantedAlert())).rejects.toMatchObject({ error: 'not_in_plan' })
  const bob = await keyOnPlan(ctx, 'integrated-base', { expiresAt: ctx.clock.now() + hourMs })
  const { id } = await makeAlert(ctx, bob.actor, fund)
  expect((await listAlerts(ctx, bob.actor)).alerts).toMatchObject([{ state: 'waiting', pausedBy: null }])
  await ctx.clock.advance(hourMs)
  expect((await listAlerts(ctx, bob.actor)).alerts).toMatchObject([{ state: 'paused', pausedBy: 'plan' }])
  const { symbol: _, ...again } = fund
  await expect(changeAlert(ctx, bob.actor, { ...again, id }, 'en-US')).rejects.toMatchObject(refused)
  await expect(makeAlert(ctx, bob.actor, wantedAlert())).rejects.toMatchObject({ error: 'not_in_plan' })
})

test('an alert is refused on a plan with delayed data, and an indicator alert on a plan without indicators', async () => {
  await using ctx = await testPlatform()
  await installCatalogue(ctx)
  const { actor } = await keyOnPlan(ctx, 'stock-us-base')
  const onIndicator = wantedAlert({ condition: { ...rsi, params: {} } })
  await makeAlert(ctx, actor, wantedAlert())
  await makeAlert(ctx, actor, onIndicator)
  sellWith(ctx, { 'stock-us-base': { features: ['historical'] } })
  await expect(makeAlert(ctx, actor, onIndicator)).rejects.toMatchObject({ error: 'not_in_plan' })
  await makeAlert(ctx, actor, wantedAlert())
  sellWith(ctx, { 'stock-us-base': { delaySeconds: 900 } })
  const late = { error: 'alerts_need_live', detail: { values: { plan: 'Stocks US · Professional' } } }
  await expect(makeAlert(ctx, actor, wantedAlert())).rejects.toMatchObject(late)
  expect(new Set((await listAlerts(ctx, actor)).alerts.map(({ pausedBy }) => pausedBy))).toEqual(new Set(['delay']))
})

const rsi = { kind: 'indicator', direction: 'down', name: 'rsi', interval: '1h', output: 'rsi', value: 30 } as const

test.each([
  ['a price', { kind: 'price', direction: 'up', value: 200 }, true],
  ['a price of nothing', { kind: 'price', direction: 'up', value: 0 }, false],
  ['a change', { kind: 'change', direction: 'down', minutes: 60, value: 5 }, true],
  ['a window that is not offered', { kind: 'change', direction: 'down', minutes: 7, value: 5 }, false],
  ['an indicator', rsi, true],
  ['an unknown line', { ...rsi, output: 'signal' }, false],
  ['a setting out of bounds', { ...rsi, params: { period: 0 } }, false],
  ['a cumulative indicator', { ...rsi, name: 'obv', output: 'obv' }, false],
])('an alert condition is accepted only if it is valid: %s', (_, condition, isValid) => {
  expect(createAlertRoute.body.safeParse({ symbol: 'NASDAQ:AAPL', condition }).success).toBe(isValid)
})
