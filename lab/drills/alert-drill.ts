import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { StoredAlert } from '#src/alerts/alert.ts'
import { insertAlert } from '#src/alerts/alert-store.ts'
import { channelOf, laneOf, type MarketEvent } from '#src/contract/market.ts'
import { Chance } from '#src/feed/sources/simulated/chance.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Tape, TapeEntry } from '#src/platform/platform.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { testAccount } from '#test/fixtures/account.ts'
import type { AlertOrder } from '#test/fixtures/alert-process.ts'
import { tick } from '#test/fixtures/alerts.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { startRedis } from '#test/fixtures/redis.ts'

const keys = ['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB']
const alertsPerKey = 100
/** Events per append. */
const burst = 5

export type AlertDrill = {
  kills: number
  events: number
  /**
   * Numbers of firings. `expected`: computed from the tape. `stored`: in the database. `lost`: expected, but not
   * stored. `doubled`: stored, but not expected, or stored more than once.
   */
  expected: number
  stored: number
  lost: number
  doubled: number
  gaps: number
  deliveries: number
}

/**
 * Appends trades while the evaluator is killed repeatedly, then compares its firings with those computed from the
 * whole tape.
 */
export async function killEvaluator(ctx: TestPlatform, kills: number, seed: number): Promise<AlertDrill> {
  const chance = new Chance(seed)
  await using redis = await startRedis({ isLasting: true })
  await using tape = new RedisTape(redis.url, systemClock, silentLog, { form: marketForm })
  const alerts = await someAlerts(ctx, chance)
  const order: AlertOrder = { redisUrl: redis.url, postgres: ctx.postgresConnection }
  let child = await startEvaluator(order)
  const stop = new AbortController()
  const trading = trade(tape, new Chance(seed + 1), stop.signal)
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(20 + Math.floor(chance.next() * 250))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    child = await startEvaluator(order)
  }
  await sleep(200)
  stop.abort()
  const events = await trading
  await untilEvaluated(ctx, tape)
  const ended = once(child, 'exit')
  child.send('finish')
  await ended
  return { kills, events, ...(await verdict(ctx, tape, alerts)) }
}

async function startEvaluator(order: AlertOrder) {
  const child = fork(join(import.meta.dirname, '../../test/fixtures/alert-process.ts'))
  child.send(order)
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the evaluator ended with ${code ?? signal} before it was ready`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

/** Half of the alerts fire again after a second, a shorter pause than customers may choose. */
async function someAlerts(ctx: TestPlatform, chance: Chance): Promise<StoredAlert[]> {
  const { actor } = await testAccount(ctx)
  const alerts = keys.flatMap((key) =>
    Array.from({ length: alertsPerKey }, (_, n): StoredAlert => {
      const direction = chance.next() < 0.5 ? 'up' : 'down'
      return {
        ...{ id: ctx.random.uuid(), accountId: actor.accountId, key, ticker: key, note: '' },
        condition: { kind: 'price', direction, value: Math.round(80 + chance.next() * 40) },
        ...{ pauseSeconds: n % 2 === 0 ? 1 : null, byMail: true, byWebhook: false, createdAt: Date.now() },
        ...{ expiresAt: null, version: 1, state: 'waiting', restsUntil: null, firedAt: null },
      }
    }),
  )
  await ctx.postgres.transaction(async (tx) => {
    for (const alert of alerts) await insertAlert(tx, alert)
  })
  return alerts
}

async function trade(tape: Tape, chance: Chance, signal: AbortSignal): Promise<number> {
  let appended = 0
  for (let round = 0; !signal.aborted; round += 1) {
    const key = keys[round % keys.length] ?? ''
    const events = Array.from({ length: burst }, () => tick(Math.round(80 + chance.next() * 40), key))
    await tape.append(
      channelOf(key),
      events.map((event) => ({ lane: laneOf(event), event })),
    )
    appended += events.length
    await sleep(3)
  }
  return appended
}

async function untilEvaluated(ctx: TestPlatform, tape: Tape): Promise<void> {
  for (const channel of new Set(keys.map(channelOf))) {
    const { newest } = await tape.bounds(channel)
    for (;;) {
      const { rows } = await sql<{ place: string }>`select place from alert_place where channel = ${channel}`.execute(
        ctx.postgres.db,
      )
      if (rows[0]?.place === newest) break
      await sleep(50)
    }
  }
}

async function verdict(ctx: TestPlatform, tape: Tape, alerts: readonly StoredAlert[]) {
  const expected = new Set<string>()
  for (const channel of new Set(keys.map(channelOf)))
    for (const [key, entries] of await ticksOf(tape, channel))
      for (const alert of alerts)
        if (alert.key === key) for (const firing of aloneFirings(alert, entries)) expected.add(firing)
  const { rows } = await sql<{ name: string; deliveries: bigint }>`select f.alert_id || ' ' || f.place as name,
    (select count(*) from alert_delivery d where d.firing_id = f.id) as deliveries from alert_firing f`.execute(
    ctx.postgres.db,
  )
  const stored = new Set(rows.map(({ name }) => name))
  const gaps = await sql`select id from alert_gap`.execute(ctx.postgres.db)
  return {
    expected: expected.size,
    stored: rows.length,
    lost: [...expected].filter((name) => !stored.has(name)).length,
    doubled: rows.filter(({ name }) => !expected.has(name)).length + (rows.length - stored.size),
    gaps: gaps.rows.length,
    deliveries: rows.reduce((sum, row) => sum + Number(row.deliveries), 0),
  }
}

type Tick = TapeEntry<MarketEvent & { type: 'tick' }>

async function ticksOf(tape: Tape, channel: string): Promise<Map<string, Tick[]>> {
  const { newest } = await tape.bounds(channel)
  const stop = new AbortController()
  const ticks: Tick[] = []
  for await (const batch of tape.follow(channel, 'oldest', stop.signal)) {
    if (batch.kind === 'gap') throw new Error('the tape lost a part')
    ticks.push(...(batch.entries as Tick[]))
    if (batch.entries.at(-1)?.offset === newest) break
  }
  stop.abort()
  return Map.groupBy(ticks, ({ event }) => event.key)
}

/** The firings of a single alert on all ticks of its instrument, computed without the index. */
function aloneFirings({ id, condition, pauseSeconds }: StoredAlert, ticks: readonly Tick[]): string[] {
  let isArmed = false
  let restsUntil = 0
  return ticks.flatMap(({ event, at, offset }) => {
    const reaches = condition.direction === 'up' ? event.price >= condition.value : event.price <= condition.value
    if (isArmed && reaches) {
      isArmed = false
      restsUntil = pauseSeconds === null ? Number.POSITIVE_INFINITY : at + pauseSeconds * 1_000
      return [`${id} ${offset}`]
    }
    if (!reaches && at >= restsUntil) isArmed = true
    return []
  })
}
