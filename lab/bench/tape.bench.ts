import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { laneOf, type MarketEvent } from '#src/contract/market.ts'
import { FlushQueue } from '#src/gateway/stream/delivery/flush-queue.ts'
import { WriteTable } from '#src/gateway/stream/delivery/write-table.ts'
import { TapeView } from '#src/gateway/stream/view/tape-view.ts'
import { marketForm } from '#src/market/tape-form.ts'
import { shardNames, shardOf } from '#src/platform/addressing/shards.ts'
import { systemClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform, Tape, TapeRecord } from '#src/platform/platform.ts'
import { MemoryTape } from '#src/platform/tape/tape-memory.ts'
import { RedisTape } from '#src/platform/tape/tape-redis.ts'
import { redisServer, startRedis } from '#test/fixtures/redis.ts'
import { type Bench, quantiles, type Report } from './bench.ts'

const rounds = 5
const events = 200_000
const batch = 500
const instruments = 2_000
/** The size of the tape when a gateway starts. The gateway reads only the events from which clients may resume. */
const perSecond = 10_000
const heldMinutes = 20
const shards = 4
const channelsFollowed = 24
const [appendsPerSecond, delaySeconds, appendEvents] = [250, 8, 20]

type Rate = { append: number; follow: number }

/** Measures the tape's appends and reads against bare Redis commands on the same bytes, and a gateway's start. */
export const bench: Bench = {
  about: `the tape: ${events.toLocaleString('en-US')} events in batches of ${batch}, against Redis alone; a start beside ${perSecond.toLocaleString('en-US')} events/s`,
  async run(report) {
    const records = someRecords()
    await inMemory(report, records)
    if (!redisServer())
      return report.note('neither redis-server nor valkey-server is installed: only the embedded tape')
    await using server = await startRedis()
    await againstRedis(report, server.url, records)
    await untilDelivery(report, server.url, records)
    await startBeside(report, server.url)
  },
}

async function againstRedis(report: Report, url: string, records: readonly TapeRecord[]): Promise<void> {
  const measured: { ours: Rate; single: Rate; block: Rate }[] = []
  let bytes = { ours: 0, single: 0 }
  const redis = new Redis(url)
  for (let round = -1; round < rounds; round += 1) {
    const ours = await onTape(new RedisTape(url, systemClock, silentLog, { form: marketForm }), records)
    bytes = { ...bytes, ours: Number(await redis.memory('USAGE', 'tapewire:tape:{c}', 'SAMPLES', 0)) }
    await redis.flushall()
    const texts = records.map(({ lane, event }) => `${lane} ${marketForm.write(lane, event)}`)
    const single = await bare(redis, url, texts, 1)
    bytes = { ...bytes, single: Number(await redis.memory('USAGE', 'bare', 'SAMPLES', 0)) }
    await redis.flushall()
    const block = await bare(redis, url, texts, batch)
    await redis.flushall()
    if (round >= 0) measured.push({ ours, single, block })
  }
  redis.disconnect()
  for (const what of ['append', 'follow'] as const) {
    const middle = (name: 'ours' | 'single' | 'block') => median(measured.map((rate) => rate[name][what]))
    const command = what === 'append' ? 'XADD' : 'XREAD'
    report.row({
      what: what === 'append' ? 'append to a channel' : 'follow a channel',
      value: middle('ours'),
      unit: 'events/s',
      baseline: { what: `bare ${command}, an entry for each event`, value: middle('single') },
      goal: { ratioAtLeast: 0.6 },
    })
    report.row({
      what: `${what}, against one entry for each batch`,
      value: middle('ours'),
      unit: 'events/s',
      baseline: { what: `bare ${command} of the joined bytes`, value: middle('block') },
    })
  }
  const perEvent = { what: 'the same bytes in bare entries', value: bytes.single / events }
  report.row({ what: 'memory of Redis', value: bytes.ours / events, unit: 'bytes/event', baseline: perEvent })
}

async function inMemory(report: Report, records: readonly TapeRecord[]): Promise<void> {
  const rates: Rate[] = []
  for (let round = -1; round < rounds; round += 1) {
    const rate = await onTape(new MemoryTape(systemClock, { retainBytes: 2 ** 30 }), records)
    if (round >= 0) rates.push(rate)
  }
  for (const what of ['append', 'follow'] as const)
    report.row({ what: `embedded: ${what}`, value: median(rates.map((rate) => rate[what])), unit: 'events/s' })
}

async function onTape(tape: Tape & Partial<AsyncDisposable>, records: readonly TapeRecord[]): Promise<Rate> {
  const append = await perSecondOf(async () => {
    for (let at = 0; at < records.length; at += batch) await tape.append('c', records.slice(at, at + batch))
  })
  const follow = await perSecondOf(async () => {
    let left = records.length
    for await (const found of tape.follow('c', 'oldest', new AbortController().signal)) {
      if (found.kind === 'gap') throw new Error('a part of the tape is missing')
      left -= found.entries.length
      if (left === 0) break
    }
  })
  await tape[Symbol.asyncDispose]?.()
  return { append, follow }
}

/** Measures bare Redis: the same batches, pipelined, with answers that are read at full speed and not decoded. */
async function bare(redis: Redis, url: string, texts: readonly string[], perEntry: number): Promise<Rate> {
  const append = await perSecondOf(async () => {
    for (let at = 0; at < texts.length; at += batch) {
      const pipeline = redis.pipeline()
      for (let n = at; n < at + batch; n += perEntry)
        pipeline.xadd('bare', '*', 'b', perEntry === 1 ? (texts[n] ?? '') : texts.slice(n, n + perEntry).join('\n'))
      await pipeline.exec()
    }
  })
  const reader = new Redis(url)
  const follow = await perSecondOf(async () => {
    let [last, left] = ['0', texts.length / perEntry]
    while (left > 0) {
      const found = await reader.xread('COUNT', perEntry === 1 ? 2_048 : 4, 'BLOCK', 1_000, 'STREAMS', 'bare', last)
      const rows = found?.[0]?.[1] ?? []
      last = rows.at(-1)?.[0] ?? last
      left -= rows.length
    }
  })
  reader.disconnect()
  return { append, follow }
}

/**
 * Measures a process that follows many channels: first the delay from an append to its delivery while
 * `appendsPerSecond` appends go to the channels in turn, then the rate while every channel is full.
 */
async function untilDelivery(report: Report, url: string, records: readonly TapeRecord[]): Promise<void> {
  const channels = Array.from({ length: channelsFollowed }, (_, n) => `d.${n}`)
  await using feed = new RedisTape(url, systemClock, silentLog, { form: marketForm })
  await using tape = new RedisTape(url, systemClock, silentLog, { form: marketForm })
  const stop = new AbortController()
  const sentAt = new Map<string, number[]>(channels.map((channel) => [channel, []]))
  const delays: number[] = []
  let delivered = 0
  const followers = channels.map(async (channel) => {
    for await (const found of tape.follow(channel, 'oldest', stop.signal)) {
      if (found.kind === 'gap') throw new Error('a part of the tape is missing')
      delivered += found.entries.length
      const sent = sentAt.get(channel) ?? []
      for (let read = found.entries.length; read > 0; read -= appendEvents) {
        const began = sent.shift()
        if (began !== undefined) delays.push(performance.now() - began)
      }
    }
  })
  const appended = async (channel: string, n: number) => {
    const at = (n * appendEvents) % (records.length - appendEvents)
    await feed.append(channel, records.slice(at, at + appendEvents))
  }
  const began = performance.now()
  for (let n = 0; n < delaySeconds * appendsPerSecond; n += 1) {
    const channel = channels[(n * 7) % channels.length] ?? ''
    await sleep(Math.max(0, began + (n * 1_000) / appendsPerSecond - performance.now()))
    sentAt.get(channel)?.push(performance.now())
    await appended(channel, n)
  }
  await deliveredAll(() => delivered, delaySeconds * appendsPerSecond * appendEvents)
  const { p50, p99 } = quantiles(delays)
  const of = `${channels.length} channels, ${appendsPerSecond} appends/s`
  report.row({ what: `append to delivery, ${of}: median`, value: p50, unit: 'ms' })
  report.row({ what: `append to delivery, ${of}: 99 %`, value: p99, unit: 'ms' })
  for (const sent of sentAt.values()) sent.length = 0
  const before = delivered
  const rate = await perSecondOf(async () => {
    for (let n = 0; n < events / appendEvents; n += channels.length)
      await Promise.all(channels.map((channel, at) => appended(channel, n + at)))
    await deliveredAll(() => delivered - before, events)
  })
  report.row({ what: `appended and delivered, ${channels.length} full channels`, value: rate, unit: 'events/s' })
  stop.abort()
  await Promise.all(followers)
}

async function deliveredAll(delivered: () => number, count: number): Promise<void> {
  while (delivered() < count) await sleep(1)
}

/** Measures how fast a gateway's live view starts on a full tape while a feed keeps publishing. */
async function startBeside(report: Report, url: string): Promise<void> {
  await using feed = new RedisTape(url, systemClock, silentLog, { form: marketForm, shards, markMs: 25 })
  const records = someRecords()
  const byChannel = new Map<string, TapeRecord[]>()
  for (const record of records) {
    const channel =
      shardNames('stock', shards)[shardOf(record.lane.slice(0, record.lane.lastIndexOf(':')), shards)] ?? ''
    const own = byChannel.get(channel)
    if (own) own.push(record)
    else byChannel.set(channel, [record])
  }
  const held = perSecond * 60 * heldMinutes
  for (let n = 0; n < held; n += records.length)
    await Promise.all([...byChannel].map(([channel, own]) => feed.append(channel, own)))
  const parts = [...byChannel].map(([channel, own]) => ({ channel, own }))
  let [at, fed] = [0, 0]
  const failures: unknown[] = []
  const feedingBegan = performance.now()
  const feeding = setInterval(() => {
    for (const { channel, own } of parts) {
      const next = own.slice(at, at + (perSecond / 1_000) * 5)
      feed.append(channel, next).then(
        () => {
          fed += next.length
        },
        (cause) => failures.push(cause),
      )
    }
    at = (at + 50) % 40_000
  }, 20)
  const durations: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await using tape = new RedisTape(url, systemClock, silentLog, { form: marketForm, shards })
    const ctx = { tape, clock: systemClock, log: silentLog } as unknown as Platform
    const queue = new FlushQueue(100)
    await using view = new TapeView(ctx, queue, new WriteTable(queue), 0)
    const began = performance.now()
    await view.start()
    durations.push((performance.now() - began) / 1_000)
    if (view.board.size < instruments) throw new Error(`${view.board.size} instruments of ${instruments}`)
  }
  clearInterval(feeding)
  const fedPerSecond = Math.round(fed / ((performance.now() - feedingBegan) / 1_000))
  if (failures.length > 0) throw new AggregateError(failures, 'the feed could not publish')
  report.row({
    what: `a gateway's board and recent events, from ${held.toLocaleString('en-US')} events, beside ${fedPerSecond.toLocaleString('en-US')}/s`,
    value: median(durations),
    unit: 's',
    goal: { atMost: 5 },
  })
}

function someRecords(): TapeRecord[] {
  return Array.from({ length: events }, (_, n) => {
    const event = someEvent(n)
    return { lane: laneOf(event), event }
  })
}

/** Events as a feed publishes them: a trade, then the quote and the running minute derived from it. */
function someEvent(n: number): MarketEvent {
  const trade = Math.floor(n / 3)
  const key = `stock:S${(trade * 7_919) % instruments}$US`
  const time = 1_790_000_000_000 + trade
  const price = 100 + ((trade * 7_919) % 997) / 100
  const source = 'simulated' as const
  const bar = { open: price, high: price + 1, low: price - 1, volume: 1 + (n % 50), turnover: 1_234.56 }
  if (n % 3 === 0) return { type: 'tick', key, time, price, volume: 1 + (n % 50), side: 1, session: 0, source }
  if (n % 3 === 1) {
    const day = { previousClose: 100, last: price, tradingStatus: 0, change: 1.25, changePercent: 1.25 }
    return { type: 'quote', key, time, ...bar, ...day, source }
  }
  return { type: 'bar', key, interval: '1m', time: time - (time % 60_000), ...bar, close: price, final: false, source }
}

async function perSecondOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return events / ((performance.now() - began) / 1_000)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
