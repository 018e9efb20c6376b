import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BarEvent, laneOf } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { findInstrument } from '#src/market/instruments/instruments.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { ClickHouse, Platform } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { type TestAccount, testAccount } from '#test/fixtures/account.ts'
import { apple, firedPrices, makeAlert, tick, trade, wantedAlert } from '#test/fixtures/alerts.ts'
import { keyOnPlan, putOnPlan } from '#test/fixtures/key-on-plan.ts'
import { sellWith } from '#test/fixtures/plans.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { afterFirstRead } from '#test/fixtures/store-faults.ts'
import { listenForAlertChanges, notifyAlertChange } from '../alert-changes.ts'
import { changeAlert, listAlerts, listFirings, removeAlert } from '../alerts.ts'
import { evaluateShard } from './lead-alerts.ts'

let platform: TestPlatform
let ctx: Platform
let ada: TestAccount
beforeAll(async () => {
  platform = await testPlatform({ clickhouse: true })
  ctx = { ...platform, clock: systemClock }
  await installCatalogue(ctx)
  ada = await testAccount(platform)
})
afterAll(() => platform[Symbol.asyncDispose]())

/** A platform with an empty tape and without alerts of earlier tests. */
async function fresh(): Promise<Platform> {
  await sql`delete from price_alert`.execute(ctx.postgres.db)
  await sql`delete from alert_place`.execute(ctx.postgres.db)
  await sql`delete from alert_gap`.execute(ctx.postgres.db)
  return { ...ctx, tape: new MemoryTape(systemClock) }
}

/** Writes states more often than once a second, so that tests need not wait. */
const soon = { everyMs: 50 }

const stateOf = async (id: string) => (await listAlerts(ctx, ada.actor)).alerts.find((one) => one.id === id)?.state
const price = (direction: 'up' | 'down', value: number) =>
  wantedAlert({ condition: { kind: 'price', direction, value } })

test('an alert created while the evaluator runs fires once at the crossing', async () => {
  const own = await fresh()
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  const { id } = await makeAlert(own, ada.actor, price('up', 200))
  await expect.poll(() => stateOf(id)).toBe('armed')
  await trade(own, [199, 200.5, 190, 201])
  await expect.poll(() => firedPrices(own)).toEqual([200.5])
  expect(await stateOf(id)).toBe('done')
})

test('a changed alert is armed again with its new threshold, and a removed alert no longer fires', async () => {
  const own = await fresh()
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  const kept = await makeAlert(own, ada.actor, price('up', 200))
  const gone = await makeAlert(own, ada.actor, price('up', 200))
  await expect.poll(() => stateOf(gone.id)).toBe('armed')
  const { symbol: _, ...wanted } = price('down', 150)
  await changeAlert(own, ada.actor, { ...wanted, id: kept.id }, 'en-US')
  await removeAlert(own, ada.actor, gone.id)
  await expect.poll(() => stateOf(kept.id)).toBe('armed')
  await trade(own, [210, 149])
  await expect.poll(() => firedPrices(own)).toEqual([149])
})

test('if an alert is changed during its read by the evaluator, the alert fires at the new threshold', async () => {
  const { symbol: _, ...wanted } = price('down', 150)
  const own = afterFirstRead(
    await fresh(),
    async () => {
      const heard = Promise.withResolvers<void>()
      await using _listening = await listenForAlertChanges(ctx, () => heard.resolve(), heard.reject)
      const [alert] = (await listAlerts(ctx, ada.actor)).alerts
      await changeAlert(ctx, ada.actor, { ...wanted, id: alert?.id ?? '' }, 'en-US')
      await heard.promise
    },
    (row) => row !== undefined && 'condition' in row,
  )
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  const { id } = await makeAlert(ctx, ada.actor, price('up', 200))
  await expect.poll(() => stateOf(id)).toBe('armed')
  await trade(own, [210, 149])
  await expect.poll(() => firedPrices(own)).toEqual([149])
})

test('an alert that fires during its read by the evaluator does not fire again', async () => {
  const fresher = await fresh()
  const place = async () => {
    const { rows } = await sql<{ place: string }>`select place from alert_place where channel = 'stock'`.execute(
      ctx.postgres.db,
    )
    return rows[0]?.place
  }
  const evaluated = async () => expect.poll(place).toBe((await fresher.tape.bounds('stock')).newest)
  const fired = Promise.withResolvers<void>()
  const own = afterFirstRead(
    fresher,
    async () => {
      await trade(fresher, [201, 205])
      await evaluated()
      fired.resolve()
    },
    (row) => row !== undefined && 'condition' in row && 'state' in row && row.state === 'armed',
  )
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  const { id } = await makeAlert(ctx, ada.actor, price('up', 200))
  await expect.poll(() => stateOf(id)).toBe('armed')
  await ctx.postgres.transaction((tx) => notifyAlertChange(ctx, tx, id))
  await fired.promise
  await trade(own, [206])
  await evaluated()
  expect(await firedPrices(own)).toEqual([201])
})

test('a firing keeps its condition and note when the alert is changed later', async () => {
  const own = await fresh()
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  const { id } = await makeAlert(own, ada.actor, { ...price('up', 200), note: 'first' })
  await expect.poll(() => stateOf(id)).toBe('armed')
  await trade(own, [201])
  await expect.poll(() => firedPrices(own)).toEqual([201])
  const { symbol: _, ...wanted } = price('down', 150)
  await changeAlert(own, ada.actor, { ...wanted, note: 'second', id }, 'en-US')
  const fired = { condition: { direction: 'up', value: 200 }, note: 'first' }
  expect(await listFirings(own, ada.actor)).toMatchObject([fired])
})

test('a new evaluator of alerts continues from the tape offset and the last values of the previous evaluator', async () => {
  const own = { ...(await fresh()), settings: { ...ctx.settings, hasRedisUrl: true } }
  const { id } = await makeAlert(own, ada.actor, price('up', 200))
  const first = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  await expect.poll(() => stateOf(id)).toBe('armed')
  await first[Symbol.asyncDispose]()
  await trade(own, [205, 195])
  await using _second = await evaluateShard(own, null, 0, soon)
  await expect.poll(() => firedPrices(own)).toEqual([205])
})

test('events that the tape dropped before their evaluation are listed as missed for the customer', async () => {
  const own = await fresh()
  const at = new Date()
  await sql`insert into alert_place (channel, place, place_at, earlier, earlier_at)
    values ('stock', '1-5', ${at}, '1-2', ${at})`.execute(own.postgres.db)
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  await expect.poll(async () => (await listAlerts(own, ada.actor)).missed).toMatchObject([{ class: 'stock' }])
})

test.each([
  ['has ended', {}, 'integrated-base', -1],
  ['has delayed data now', { 'integrated-base': { delaySeconds: 900 } }, 'integrated-base', dayMs],
  ['was replaced by a plan for another market', {}, 'stock-hk-base', dayMs],
] as const)(
  'an alert that reaches its threshold is paused instead of firing if the plan of its key %s',
  async (_, edition, planId, leftMs) => {
    const own = { ...(await fresh()), kept: new Map() }
    const { actor, keyId } = await keyOnPlan(own, 'integrated-base')
    await using _evaluator = await evaluateShard(own, null, 0, soon)
    await trade(own, [190])
    const { id } = await makeAlert(own, actor, price('up', 200))
    const other = await makeAlert(own, ada.actor, price('up', 200))
    const alertStates = async () =>
      (await listAlerts(own, actor)).alerts.map(({ state, pausedBy }) => [state, pausedBy])
    await expect
      .poll(async () => [...(await alertStates()), await stateOf(other.id)])
      .toEqual([['armed', null], 'armed'])
    await putOnPlan(own, keyId, planId, systemClock.now() + leftMs)
    sellWith(own, edition)
    await trade(own, [201])
    await expect.poll(() => stateOf(other.id)).toBe('done')
    const { rows } = await sql`select alert_id from alert_firing`.execute(own.postgres.db)
    expect(rows).toEqual([{ alert_id: other.id }])
    sellWith(own, {})
    await putOnPlan(own, keyId, 'integrated-base', systemClock.now() + dayMs)
    expect(await alertStates()).toEqual([['paused', 'earlier']])
    const { symbol: __, ...again } = price('up', 200)
    await changeAlert(own, actor, { ...again, id }, 'en-US')
    await trade(own, [190])
    await expect.poll(alertStates).toEqual([['armed', null]])
    await trade(own, [202])
    await expect.poll(alertStates).toEqual([['done', null]])
  },
)

test('an alert is paused if the plan of its key is missing from the catalogue, and alerts of other keys still fire', async () => {
  const own = await fresh()
  const { actor, keyId } = await keyOnPlan(own, 'integrated-base')
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [190])
  await makeAlert(own, actor, price('up', 200))
  const other = await makeAlert(own, ada.actor, price('up', 200))
  await expect.poll(() => stateOf(other.id)).toBe('armed')
  await sql`update api_key set plan_edition = 99 where id = ${keyId}`.execute(own.postgres.db)
  await trade(own, [201])
  await expect.poll(() => stateOf(other.id)).toBe('done')
  expect((await listAlerts(own, actor)).alerts).toMatchObject([{ state: 'paused', pausedBy: 'plan' }])
  expect(await firedPrices(own)).toEqual([201])
})

const minuteBar = (time: number, close: number): BarEvent => {
  const figures = { open: close, high: close, low: close, close, volume: 1, turnover: close }
  return { type: 'bar', key: apple, interval: '1m', time, ...figures, final: true, source: 'exchange' }
}

test('a price-change alert compares with the last minute bar before its window, and takes this bar from history if necessary', async () => {
  const own = await fresh()
  const now = Date.now() - (Date.now() % minuteMs)
  const instrument = await findInstrument(own, { class: 'stock', code: 'AAPL', region: 'US' })
  const bar = minuteBar(now - 10 * minuteMs, 100)
  await recordBars(own, [{ ...bar, instrumentId: instrument?.id ?? 0, interval: '1m' }])
  const condition = { kind: 'change', direction: 'down', minutes: 5, value: 3 } as const
  const { id } = await makeAlert(own, ada.actor, wantedAlert({ condition }))
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  await trade(own, [98])
  await expect.poll(() => stateOf(id)).toBe('armed')
  await trade(own, [97.5, 96.9])
  await expect.poll(() => firedPrices(own)).toEqual([96.9])
})

test('an indicator alert is evaluated only when a bar closes, and uses that bar and the earlier bars in history', async () => {
  const own = await fresh()
  const now = Date.now() - (Date.now() % minuteMs)
  const instrument = await findInstrument(own, { class: 'stock', code: 'AAPL', region: 'US' })
  const past = [9, 8, 7, 6].map((minutes) => minuteBar(now - minutes * minuteMs, 100))
  await recordBars(
    own,
    past.map((bar) => ({ ...bar, instrumentId: instrument?.id ?? 0, interval: '1m' as const })),
  )
  const average = { kind: 'indicator', name: 'sma', params: { period: 4 }, interval: '1m', output: 'sma' } as const
  const { id } = await makeAlert(
    own,
    ada.actor,
    wantedAlert({ condition: { ...average, direction: 'up', value: 110 } }),
  )
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  const close = async (minutes: number, price: number) => {
    const event = minuteBar(now + minutes * minuteMs, price)
    await own.tape.append('stock', [{ lane: laneOf(event), event }])
  }
  await close(0, 120)
  await expect.poll(() => stateOf(id)).toBe('armed')
  await own.tape.append('stock', [{ lane: laneOf(tick(500)), event: tick(500) }])
  await close(1, 120)
  await expect.poll(() => firedPrices(own)).toEqual([120])
})

test('an alert is armed even if it is added while the evaluator reads history for another alert on the same instrument', async () => {
  const made = await fresh()
  const now = Date.now() - (Date.now() % minuteMs)
  const instrument = await findInstrument(made, { class: 'stock', code: 'AAPL', region: 'US' })
  const past = [9, 8, 7, 6].map((minutes) => minuteBar(now - minutes * minuteMs, 100))
  await recordBars(
    made,
    past.map((bar) => ({ ...bar, instrumentId: instrument?.id ?? 0, interval: '1m' as const })),
  )
  const known = Promise.withResolvers<void>()
  const isSecond = (row: object | undefined) => JSON.stringify(row ?? {}).includes('"name":"ema"')
  const gate = Promise.withResolvers<void>()
  let held = 0
  const columns: ClickHouse['columns'] = async (...asked) => {
    held += 1
    await gate.promise
    return made.clickhouse.columns(...asked)
  }
  const listening = afterFirstRead(made, async () => known.resolve(), isSecond)
  const own = { ...listening, clickhouse: { ...made.clickhouse, columns } }
  await using _evaluator = await evaluateShard(own, null, 0, soon)
  const make = (name: 'sma' | 'ema') => {
    const measured = { kind: 'indicator', name, params: { period: 4 }, interval: '1m', output: name } as const
    return makeAlert(made, ada.actor, wantedAlert({ condition: { ...measured, direction: 'up', value: 105 } }))
  }
  const close = async (minutes: number, price: number) => {
    const event = minuteBar(now + minutes * minuteMs, price)
    await own.tape.append('stock', [{ lane: laneOf(event), event }])
  }
  const first = await make('sma')
  await expect
    .poll(async () => {
      await close(-5, 100)
      return held
    })
    .toBeGreaterThan(0)
  const second = await make('ema')
  await known.promise
  await new Promise(setImmediate)
  gate.resolve()
  await close(-4, 100)
  await expect.poll(() => stateOf(first.id)).toBe('armed')
  await expect.poll(() => stateOf(second.id)).toBe('armed')
})
