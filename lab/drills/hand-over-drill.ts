import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { Stream } from '#sdk/typescript/stream.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { channelFor, readChannel } from '#src/market/tape.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { shardName } from '#src/platform/addressing/shards.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Lives } from '#src/platform/leases/leadership.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Db } from '#src/platform/platform.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migrateClickHouse } from '#src/platform/stores/history/clickhouse-migrations.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import type { FeedOrder } from '#test/fixtures/feed-process.ts'
import { Kraken } from '#test/fixtures/kraken.ts'
import { type LeaseFault, leaseFaults, replaceHolder, until } from '#test/fixtures/lease-faults.ts'
import { generator } from '#test/fixtures/payment-scenario.ts'
import type { TestPlatform } from '#test/fixtures/platform.ts'
import { ProcessPair } from '#test/fixtures/process-pair.ts'
import { startRedis } from '#test/fixtures/redis.ts'
import { openStream, protocolDeps } from '#test/fixtures/stream.ts'

export type HandOverSize = { seed: number; handOvers: number; lives: Lives }

/** Milliseconds from the fault to the first event, or the first row of history, from the next holder of the lease. */
export type TakeOver = { lease: string; fault: LeaseFault; ms: number }

export type HandOverResult = {
  handOvers: number
  faults: Record<LeaseFault, number>
  takeOvers: readonly TakeOver[]
  trades: number
  received: number
  doubled: number
  missing: number
  /** The indexes, among all trades, of the first missing trades. */
  missingFirst: readonly number[]
  isInOrder: boolean
  gaps: number
  resumes: number
  /** Ticks in history. `recorded` counts each sequence number once, `rows` counts all rows. */
  recorded: number
  rows: number
  seconds: number
}

/** The pause between trades: about 25 trades a second. */
const dealEveryMs = 40
/** The clocks of the processes differ by at most this time. */
const skewMsMax = 5_000
const shards = 4
const key = 'crypto:BTCUSD$BA'

/**
 * An exchange trades all the time while two processes take its feed from each other repeatedly. The holder is paused
 * beyond the end of its lease, killed, restarted, or loses the lease in the database. One client follows through a
 * gateway and is disconnected from time to time.
 * The seed determines the faults and the pauses between them, but not their exact timing.
 */
export async function handOver(test: TestPlatform, { seed, handOvers, lives }: HandOverSize): Promise<HandOverResult> {
  const began = performance.now()
  await using stack = new AsyncDisposableStack()
  const [redis, clickhouse, kraken] = await Promise.all([
    startRedis({ isLasting: true }),
    startClickHouse(),
    Kraken.open({ pageSize: 1_000, stepMs: 5 }),
  ])
  for (const resource of [redis, clickhouse, kraken]) stack.use(resource)
  const history = stack.use(await openClickHouse({ kind: 'url', url: clickhouse.url }))
  await migrateClickHouse(history, 'migrations/clickhouse', silentLog)
  const tape = stack.use(new RedisTape(redis.url, systemClock, silentLog, { shards, form: marketForm }))
  const ctx = { ...test, clock: systemClock, clickhouse: history, tape }
  const channel = channelFor(ctx, key)
  const recorder = shardName('recorder', readChannel(channel).shard, shards)
  await installCatalogue(ctx)
  const chance = generator(seed)
  const random = (below: number) => Math.floor(chance(below))
  const pair = stack.use(
    new ProcessPair<FeedOrder>('feed-process.ts', (n) => ({
      redisUrl: redis.url,
      clickhouseUrl: clickhouse.url,
      krakenPort: kraken.port,
      shards,
      postgres: test.postgresConnection,
      lives,
      skewMs: n === 0 ? 0 : random(2 * skewMsMax) - skewMsMax,
    })),
  )
  const stream = stack.use(await openStream(ctx, protocolDeps()))
  const client = stack.use(follower(stream.url))
  await pair.fill()
  while (kraken.connections === 0) await sleep(10)
  const dealing = setInterval(() => deal(kraken, random), dealEveryMs)
  stack.defer(() => clearInterval(dealing))
  await until(() => client.prices.length > 0, 'the first trade')

  const counts: Record<LeaseFault, number> = { pause: 0, kill: 0, revoke: 0, restart: 0 }
  const takeOvers: TakeOver[] = []
  const { db } = test.postgres
  const replace = async (lease: TakeOver['lease'], fault: LeaseFault, goesOn: () => Promise<void>) => {
    const ms = await replaceHolder({ db, pair, lease, fault, goesOn, pauseMs: random(200) })
    takeOvers.push({ lease, fault, ms })
  }
  for (let n = 0; n < handOvers; n += 1) {
    const fault = leaseFaults[n % leaseFaults.length] ?? 'pause'
    counts[fault] += 1
    await replace('feed:kraken', fault, () => nextTick(client))
    if (n % 4 === 3) await replace(recorder, random(2) === 0 ? 'pause' : 'kill', () => recordingGoesOn(db, channel))
    if (n % 3 === 1) client.drop()
    await sleep(random(lives.tryMs))
  }
  clearInterval(dealing)
  const last = kraken.deals.at(-1)?.price
  await until(() => client.prices.at(-1) === last, 'the last trade')
  // The last trade may have a twin at the same price, so this waits up to 5 s for all trades. Trades that are still
  // missing are counted below.
  for (let n = 0; n < 50 && client.prices.length < kraken.deals.length; n += 1) await sleep(100)
  const inHistory = async () => {
    const [ticks] = await history.query<{ recorded: string; rows: string }>(
      'SELECT uniqExact(instrument, seq) AS recorded, count() AS rows FROM ticks FINAL',
    )
    return { recorded: Number(ticks?.recorded), rows: Number(ticks?.rows) }
  }
  // The last fault may have ended the recorder, and the next recorder needs a moment to take over.
  for (let n = 0; n < 100 && (await inHistory()).recorded < kraken.deals.length; n += 1) await sleep(100)
  await pair.finishAll()
  return {
    handOvers,
    faults: counts,
    takeOvers,
    trades: kraken.deals.length,
    received: client.prices.length,
    ...compare(
      kraken.deals.map(({ price }) => price),
      client.prices,
    ),
    gaps: client.gaps.length,
    resumes: client.opened - 1,
    ...(await inHistory()),
    seconds: Math.round((performance.now() - began) / 1_000),
  }
}

async function recordingGoesOn(db: Db, channel: string): Promise<void> {
  const noted = async () => {
    const { rows } = await sql<{ at: Date }>`select noted_at as at from tape_places where channel = ${channel}`.execute(
      db,
    )
    return rows[0]?.at.getTime() ?? 0
  }
  const before = await noted()
  await until(async () => (await noted()) > before, 'rows of the next recorder')
}

async function nextTick(client: Follower): Promise<void> {
  const before = client.prices.length
  await until(() => client.prices.length > before, 'a trade of the next feed')
}

/** Makes a trade. Its price is one higher than the last price; twins share a price. */
function deal(kraken: Kraken, random: (below: number) => number): void {
  const price = (kraken.deals.at(-1)?.price ?? 0) + 1
  if (random(10) === 0) kraken.dealTwins(price)
  else kraken.deal(price)
}

function compare(wanted: readonly number[], found: readonly number[]) {
  const left = new Map<number, number>()
  for (const price of wanted) left.set(price, (left.get(price) ?? 0) + 1)
  for (const price of found) left.set(price, (left.get(price) ?? 0) - 1)
  const counts = [...left.values()]
  return {
    missing: counts.reduce((sum, count) => sum + Math.max(0, count), 0),
    missingFirst: wanted.flatMap((price, n) => ((left.get(price) ?? 0) > 0 ? [n] : [])).slice(0, 10),
    doubled: counts.reduce((sum, count) => sum + Math.max(0, -count), 0),
    isInOrder: found.every((price, n) => n === 0 || price >= (found[n - 1] ?? 0)),
  }
}

type Follower = ReturnType<typeof follower>

/**
 * A client of the stream that stores the prices of all trades. `drop` breaks its connection, after which the client
 * resumes.
 */
function follower(url: string) {
  const sockets: WebSocket[] = []
  let opened = 0
  class Kept extends WebSocket {
    constructor(address: string) {
      super(address)
      sockets.push(this)
      this.on('open', () => {
        opened += 1
      })
    }
  }
  const stream = new Stream({
    apiUrl: url,
    key: 'good',
    backoff: { minMs: 20, maxMs: 200 },
    WebSocket: Kept as never,
  })
  const prices: number[] = []
  const gaps: unknown[] = []
  stream.on('tick', ({ ld }) => prices.push(Number(ld)))
  stream.on('gap', (gap) => gaps.push(gap))
  stream.subscribe([key], ['tick'])
  return {
    prices,
    gaps,
    get opened() {
      return opened
    },
    drop() {
      sockets.at(-1)?.terminate()
    },
    [Symbol.dispose]: () => stream.close(),
  }
}
