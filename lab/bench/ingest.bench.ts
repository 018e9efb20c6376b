import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { IngestServer } from '#src/feed/ingest/server.ts'
import { pushChannel } from '#src/feed/publish/pushed.ts'
import { PushedSource } from '#src/feed/sources/pushed/pushed-source.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { createFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform, Tape } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import type { Bench, Report } from './bench.ts'
import { onBenchPlatform } from './bench-platform.ts'

const cli = { kind: 'operator-cli' } as const
const keys = ['BTCUSD', 'ETHUSD', 'LTCUSD', 'XRPUSD', 'SOLUSD'].map((code) => `crypto:${code}$BA`)
const perBody = 5_000
const warmUp = 50_000

/**
 * Measures the time from a trade's push over HTTP to its entry on the customers' tape. The sender is in this process.
 */
export const bench: Bench = {
  about: 'pushed events to the tape',
  run: (report) =>
    onBenchPlatform(async (ctx) => {
      await installCatalogue(ctx)
      await onEmbedded(ctx, report)
      if (redisServer() === null) report.note('no redis-server and no valkey-server here: not measured on Redis')
      else await onRedis(ctx, report)
    }),
}

async function onEmbedded(ctx: Platform, report: Report): Promise<void> {
  const events = 500_000
  const ours = await pushAll({ ...ctx, tape: new MemoryTape(systemClock) }, events)
  const bodies = bodiesOf(warmUp, events)
  const tape = new MemoryTape(systemClock)
  const began = process.cpuUsage()
  for (const body of bodies) {
    const records = body.split('\n').map((line) => ({ lane: 'raw', event: JSON.parse(line) as unknown }))
    await tape.append('crypto', records)
  }
  const raw = events / cpuSeconds(began)
  report.row({
    what: `${events.toLocaleString('en-US')} trades by POST, published on the embedded tape`,
    value: ours.perCpuSecond,
    unit: 'events/s of a core',
    baseline: { what: 'JSON.parse of each line and the bare append', value: raw },
    goal: { atLeast: 200_000 },
  })
}

async function onRedis(ctx: Platform, report: Report): Promise<void> {
  const events = 100_000
  await using redis = await startRedis({ isLasting: true })
  const raw = await rawAdds(redis.url, events)
  await using tape = new RedisTape(redis.url, systemClock, silentLog)
  const ours = await pushAll({ ...ctx, tape }, events)
  const baseline = { what: 'one XADD for each, in pipelines of 512', value: raw }
  report.row({
    what: `${events.toLocaleString('en-US')} trades by POST, acknowledged on Redis`,
    value: ours.acknowledged,
    unit: 'events/s',
    baseline,
    goal: { ratioAtLeast: 0.6 },
  })
  report.row({
    what: 'the same until published, with quotes and minutes',
    value: ours.published,
    unit: 'events/s',
    baseline,
  })
}

async function rawAdds(url: string, events: number): Promise<number> {
  const redis = new Redis(url)
  const lines = bodiesOf(0, events).flatMap((body) => body.split('\n'))
  const began = performance.now()
  for (let at = 0; at < lines.length; at += 512) {
    const pipeline = redis.pipeline()
    for (const line of lines.slice(at, at + 512)) pipeline.xadd('raw', '*', 'e', line)
    await pipeline.exec()
  }
  const rate = (events / (performance.now() - began)) * 1_000
  redis.disconnect()
  return rate
}

type Speed = { perCpuSecond: number; acknowledged: number; published: number }

async function pushAll(ctx: Platform & { tape: Tape }, events: number): Promise<Speed> {
  const { secret } = await createFeedKey(ctx, cli, {
    source: 'bench',
    classes: ['crypto'],
    regions: [],
    creates: false,
  })
  await using ingest = await IngestServer.open(ctx)
  await using _pushed = await PushedSource.open(ctx)
  const server = createServer((incoming, outgoing) => ingest.handle(incoming, outgoing)).listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}/ingest/trades`
  const send = async (bodies: readonly string[]) => {
    for (const body of bodies) {
      const answer = await fetch(url, { method: 'POST', headers: { token: secret }, body })
      const { data } = (await answer.json()) as { data: { accepted: number } | null }
      if (data?.accepted !== perBody) throw new Error(`not all were taken: ${JSON.stringify(data).slice(0, 300)}`)
    }
  }
  const drained = async () => {
    while ((await ctx.tape.bounds(pushChannel)).newest !== null) await setImmediate()
  }
  await send(bodiesOf(0, warmUp))
  await drained()
  const bodies = bodiesOf(warmUp, events)
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await send(bodies)
  const acknowledged = (events / (performance.now() - began)) * 1_000
  await drained()
  const published = (events / (performance.now() - began)) * 1_000
  server.close()
  return { perCpuSecond: events / cpuSeconds(cpu), acknowledged, published }
}

function cpuSeconds(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

function bodiesOf(after: number, events: number): string[] {
  const now = Date.now()
  return Array.from({ length: events / perBody }, (_, body) =>
    Array.from({ length: perBody }, (_, at) => {
      const n = after + body * perBody + at + 1
      const p = 1_000 + ((n * 7_919) % 997) / 100
      return `{"k":"${keys[n % keys.length]}","n":${n},"t":${now},"p":${p},"v":${1 + (n % 50)},"d":${n % 3}}`
    }).join('\n'),
  )
}
