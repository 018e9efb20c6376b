import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { channelOf, laneOf, type TickEvent } from '#src/contract/market.ts'
import { Chance } from '#src/feed/sources/simulated/chance.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migrateClickHouse } from '#src/platform/stores/history/clickhouse-migrations.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import type { RecorderOrder } from '#test/fixtures/recorder-process.ts'
import { startRedis } from '#test/fixtures/redis.ts'

const keys = ['stock:AAPL$US', 'crypto:BTCUSD$BA', 'forex:EURUSD$GB']

export type DrillResult = {
  kills: number
  acknowledged: number
  appended: number
  recorded: number
  rows: number
  gaps: number
}

/**
 * Appends ticks without a pause while the recorder, and sometimes the tape's server, is killed repeatedly. Then lets
 * the recorder finish, and counts: `recorded` are distinct ticks in history, `rows` the rows that history returns. The
 * seed determines the times of the kills.
 */
export async function killRecorder(ctx: TestPlatform, kills: number, seed: number): Promise<DrillResult> {
  const chance = new Chance(seed)
  await using redis = await startRedis({ isLasting: true })
  await using tape = new RedisTape(redis.url, systemClock, silentLog, { form: marketForm })
  const path = join(ctx.settings.dataDir, 'drill')
  await migrateAway(path)
  const order: RecorderOrder = { redisUrl: redis.url, postgres: ctx.postgresConnection, clickhousePath: path }
  const stop = new AbortController()
  const appending = appendTicks(tape, stop.signal)
  for (let kill = 0; kill < kills; kill += 1) {
    const child = await startRecorder(order)
    await sleep(20 + Math.floor(chance.next() * 250))
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    if (kill % 5 === 0) await redis.crash()
  }
  stop.abort()
  const acknowledged = await appending
  const last = await startRecorder(order)
  last.send('finish')
  await once(last, 'exit')
  // An append may have succeeded although its response was lost, so the count is read from the tape.
  const appended = await held(tape)
  return { kills, acknowledged, appended, ...(await count(ctx, path)) }
}

async function startRecorder(order: RecorderOrder) {
  const child = fork(join(import.meta.dirname, '../../test/fixtures/recorder-process.ts'))
  child.send(order)
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the recorder ended with ${code ?? signal} before it was ready`)
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return child
}

async function migrateAway(path: string): Promise<void> {
  const clickhouse = await openClickHouse({ kind: 'embedded', path })
  await migrateClickHouse(clickhouse, 'migrations/clickhouse', silentLog)
  await clickhouse[Symbol.asyncDispose]()
}

/** Appends until aborted and repeats failed appends. Returns the number of acknowledged ticks. */
async function appendTicks(tape: RedisTape, signal: AbortSignal): Promise<number> {
  let appended = 0
  while (!signal.aborted) {
    const key = keys[appended % keys.length] ?? ''
    const event: TickEvent = {
      type: 'tick',
      key,
      time: Date.now(),
      price: 100 + (appended % 50),
      volume: 1,
      side: 0,
      session: 0,
      source: 'exchange',
    }
    await tape.append(channelOf(key), [{ lane: laneOf(event), event }]).then(
      () => (appended += 1),
      () => sleep(20),
    )
    await sleep(2)
  }
  return appended
}

/** The number of ticks on the tape: sequence numbers start at 1 and have no gaps. */
async function held(tape: RedisTape): Promise<number> {
  const ends = await Promise.all(keys.map((key) => tape.bounds(channelOf(key))))
  return ends.reduce((sum, { newest }) => sum + Number(newest?.split('-')[1] ?? 0), 0)
}

async function count(ctx: TestPlatform, path: string) {
  const clickhouse = await openClickHouse({ kind: 'embedded', path })
  const [ticks] = await clickhouse.query<{ recorded: string; rows: string }>(
    'SELECT uniqExact(instrument, seq) AS recorded, count() AS rows FROM ticks FINAL',
  )
  await clickhouse[Symbol.asyncDispose]()
  const gaps = await ctx.postgres.db.selectFrom('tape_gaps').select('id').execute()
  return { recorded: Number(ticks?.recorded), rows: Number(ticks?.rows), gaps: gaps.length }
}
