import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { MarketEvent } from '#src/contract/market.ts'
import { fedInstruments } from '#src/market/feed-keys/fed.ts'
import { createFeedKey, listenForRevokedFeedKeys, revokeFeedKey } from '#src/market/feed-keys/feed-keys.ts'
import { findInstrument, instrumentsChannel, upsertInstruments } from '#src/market/instruments/instruments.ts'
import { marketTape } from '#src/market/tape.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { pushChannel } from '../publish/pushed.ts'
import { PushedSource } from '../sources/pushed/pushed-source.ts'
import { lineSlices } from './lines.ts'
import { IngestMetrics } from './metrics.ts'
import { Names } from './names.ts'
import { Producer } from './producer.ts'
import { IngestServer } from './server.ts'

const cli = { kind: 'operator-cli' } as const
const btc = 'crypto:BTCUSD$BA'
const now = Date.parse('2026-11-23T12:00:10Z')

let ctx: TestPlatform
let ingest: IngestServer
let pushed: PushedSource
let server: Server
let origin = ''
let token = ''

beforeAll(async () => {
  ctx = await testPlatform({ clickhouse: true, now })
  const made = { class: 'crypto', region: 'BA', exchange: 'CCC', name: 'Bitcoin', priceStep: '0.01' } as const
  await upsertInstruments(
    ctx,
    ['BTCUSD', 'ETHUSD', 'SOLUSD', 'XRPUSD'].map((code) => ({ ...made, code })),
    'catalogue',
  )
  ingest = await IngestServer.open(ctx)
  pushed = await PushedSource.open(ctx)
  server = createServer((incoming, outgoing) => ingest.handle(incoming, outgoing))
  server.on('upgrade', (incoming, socket, head) => ingest.sockets.upgrade(incoming, socket, head))
  server.listen(0)
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  token = await issue()
})
afterAll(async () => {
  await ingest[Symbol.asyncDispose]()
  server.close()
  await pushed[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
})

async function issue(more: Partial<Parameters<typeof createFeedKey>[2]> = {}): Promise<string> {
  const scope = { source: 'desk', classes: ['crypto'], regions: ['BA'], creates: false, ...more }
  return (await createFeedKey(ctx, cli, scope)).secret
}

/** `data`: null for a refused request. */
type Answer = {
  data: {
    acknowledged: number
    accepted: number
    refused: { line: number; n: number | null; error: string; msg: string }[]
  }
  error?: string
  msg: string
}

type Sent = { body: string | Buffer; kind?: string; headers?: Record<string, string>; as?: string; key?: string }

async function post({ body, kind = 'trades', headers = {}, as = 'default', key = token }: Sent) {
  const response = await fetch(`${origin}/ingest/${kind}`, {
    method: 'POST',
    headers: { token: key, 'x-producer': as, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: response.status, ...((await response.json()) as Answer) }
}

const trade = (n: number, more: object = {}) =>
  JSON.stringify({ k: btc, n, t: now - 1_000 + n, p: 71_720.5, v: 0.25, d: 2, ...more })

async function published(key = btc, channel = 'crypto'): Promise<MarketEvent[]> {
  while ((await ctx.tape.bounds(pushChannel)).newest !== null) await new Promise((resolve) => setImmediate(resolve))
  const { newest } = await ctx.tape.bounds(channel)
  const found: MarketEvent[] = []
  if (newest === null) return found
  const stop = new AbortController()
  for await (const batch of marketTape(ctx).follow(channel, 'oldest', stop.signal)) {
    if (batch.kind === 'gap') continue
    found.push(...batch.entries.map(({ event }) => event))
    if (batch.entries.some(({ offset }) => offset === newest)) stop.abort()
  }
  return found.filter((event) => event.key === key)
}

test('each pushed trade is published once, repeats are counted, and missing sequence numbers are listed', async () => {
  const first = await post({ body: `${trade(1)}\n${trade(2)}\n`, as: 'once' })
  expect(first).toMatchObject({ status: 200, code: 0, msg: 'ok' })
  expect(first.data).toEqual({ acknowledged: 2, accepted: 2, repeated: 0, refused: [], refusedTotal: 0, missing: [] })
  const second = await post({ body: `${trade(2)}\n${trade(3)}\n${trade(7)}\n`, as: 'once' })
  expect(second.data).toMatchObject({ acknowledged: 7, accepted: 2, repeated: 1, missing: [[4, 6]] })
  const late = await post({ body: `${trade(5)}\n${trade(5)}\n`, as: 'once' })
  expect(late.data).toMatchObject({ acknowledged: 7, accepted: 1, repeated: 1 })
  const events = await published()
  expect(events.flatMap((event) => (event.type === 'tick' ? [event.time - now + 1_000] : []))).toEqual([1, 2, 3, 7, 5])
  expect(events.findLast(({ type }) => type === 'quote')).toMatchObject({ last: 71_720.5, source: 'push' })
  expect(events.findLast(({ type }) => type === 'bar')).toMatchObject({ volume: 1.25, final: false, source: 'push' })
  const state = await fetch(`${origin}/ingest`, { headers: { token, 'x-producer': 'once' } })
  expect(await state.json()).toMatchObject({ data: { acknowledged: 7, source: 'desk' } })
})

test('pushed quotes and depth are published as order books, and a pushed bar as a minute bar and a quote', async () => {
  const eth = 'crypto:ETHUSD$BA'
  const line = (body: object) => JSON.stringify({ k: eth, ...body })
  await post({ kind: 'quotes', as: 'all', body: line({ n: 1, t: now, b: 3_000, bv: 1, a: 3_001, av: 2 }) })
  const levels = Array.from({ length: 12 }, (_, at) => [3_012 - at, 1])
  await post({ kind: 'depth', as: 'all', body: line({ n: 2, t: now, a: levels, b: [[2_999, 4]] }) })
  const figures = { o: 3_000, h: 3_010, l: 2_990, c: 3_005, v: 12, tu: 36_000 }
  await post({ kind: 'bars', as: 'all', body: line({ n: 3, i: '1m', t: now - 10_000 - 60_000, ...figures }) })
  const events = await published(eth)
  const books = events.filter((event) => event.type === 'depth')
  expect(books[0]).toMatchObject({ asks: [{ price: 3_001, volume: 2 }], bids: [{ price: 3_000, volume: 1 }] })
  expect(books[1]?.asks.map(({ price }) => price)).toEqual([
    3_001, 3_002, 3_003, 3_004, 3_005, 3_006, 3_007, 3_008, 3_009, 3_010,
  ])
  expect(events.find(({ type }) => type === 'bar')).toMatchObject({ close: 3_005, turnover: 36_000, final: true })
  expect(events.find(({ type }) => type === 'quote')).toMatchObject({ last: 3_005, high: 3_010, volume: 12 })
})

test('a pushed trade before or after the regular session has the code of its session', async () => {
  const stock = { class: 'stock', region: 'US', code: 'AAPL', exchange: 'NASDAQ', name: 'Apple' } as const
  await upsertInstruments(ctx, [stock], 'catalogue')
  const key = await issue({ classes: ['stock'], regions: ['US'] })
  const [k, midnight] = ['stock:AAPL$US', Date.parse('2026-11-20T05:00Z')]
  const times = [8, 12, 17].map((hour) => midnight + hour * 3_600_000)
  await post({ key, as: 'hours', body: times.map((t, at) => trade(at + 1, { k, t, p: 200 })).join('\n') })
  const codes = (await published(k, 'stock')).flatMap((event) => (event.type === 'tick' ? [event.session] : []))
  expect(codes).toEqual([1, 0, 2])
})

test.each([
  ['a time in the future', { t: now + 120_000 }, 'time_in_future'],
  ['a time in seconds', { t: Math.floor(now / 1_000) }, 'time_out_of_range'],
  ['a time that is no number', { t: 'now' }, 'invalid_time'],
  ['a time an hour before the newest trade', { t: now - 3_600_000 }, 'out_of_order'],
  ['a price below zero', { p: -1 }, 'negative_price'],
  ['a price that is a text', { p: '71720' }, 'not_a_number'],
  ['a price far from the one before', { p: 7 }, 'outlier'],
  ['a volume below zero', { v: -0.1 }, 'negative_volume'],
  ['a volume that is too large', { v: 1e300 }, 'not_a_number'],
  ['an unknown instrument', { k: 'crypto:NOBODY$BA' }, 'unknown_symbol'],
  ['an instrument of another class', { k: 'stock:AAPL$US' }, 'outside_feed_key'],
  ['an invalid instrument', { k: 'bitcoin' }, 'invalid_symbol'],
  ['an invalid sequence number', { n: 'two' }, 'invalid_sequence'],
])('of several pushed lines only the line with %s is refused', async (name, wrong, error) => {
  const as = error + name.length
  const { data } = await post({
    as,
    body: `${trade(1)}\n${trade(2, wrong)}\n${trade(3)}\n`,
    headers: { lang: 'zh-CN' },
  })
  expect(data).toMatchObject({ acknowledged: 3, accepted: 2, missing: [] })
  expect(data.refused).toEqual([
    { line: 2, n: error === 'invalid_sequence' ? null : 2, error, msg: expect.any(String) },
  ])
  expect(data.refused[0]?.msg).toMatch(/\p{Script=Han}/u)
})

test.each([
  ['begins later than now', { t: now - (now % 60_000) + 60_000 }, 'time_in_future'],
  ['has a turnover below zero', { tu: -1 }, 'negative_volume'],
])('a pushed bar that %s is refused', async (as, wrong, error) => {
  const bar = { k: 'crypto:ETHUSD$BA', n: 1, i: '1m', t: now - (now % 60_000) - 60_000, o: 3, h: 3, l: 3, c: 3, v: 1 }
  const { data } = await post({ kind: 'bars', as: as.replaceAll(' ', '-'), body: JSON.stringify({ ...bar, ...wrong }) })
  expect(data).toMatchObject({ accepted: 0, refused: [{ n: 1, error }] })
})

test('a pushed line that is not JSON, not UTF-8 or too long does not affect the other lines', async () => {
  const broken = [
    Buffer.from(`${trade(1)}\n{"k":"${btc}","n":2,\n`),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from(`{"n":4,"k":"${'x'.repeat(70_000)}"}\n\n${trade(5)}`),
  ]
  const { data } = await post({ as: 'broken', body: Buffer.concat(broken) })
  expect(data).toMatchObject({ acknowledged: 5, accepted: 2, missing: [] })
  expect(data.refused.map(({ line, error }) => [line, error])).toEqual([
    [2, 'bad_json'],
    [3, 'invalid_utf8'],
    [4, 'line_too_long'],
  ])
})

test('a push is refused if it is truncated, too large or in an unknown encoding, and a compressed push is unpacked', async () => {
  const [gzip, zstd] = [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'zstd' }]
  const as = 'packed'
  expect((await post({ as, body: gzipSync(trade(1)), headers: gzip })).data).toMatchObject({ acknowledged: 1 })
  expect((await post({ as, body: zstdCompressSync(trade(2)), headers: zstd })).data).toMatchObject({ acknowledged: 2 })
  const cut = gzipSync(trade(3)).subarray(0, 30)
  expect(await post({ as, body: cut, headers: gzip })).toMatchObject({ status: 400, error: 'body_undecodable' })
  const bomb = gzipSync('{}\n'.repeat(20_000_000))
  expect(await post({ as, body: bomb, headers: gzip })).toMatchObject({ status: 413, error: 'payload_too_large' })
  const incompressible = { as, body: randomBytes(17 * 1024 * 1024) }
  expect(await post(incompressible)).toMatchObject({ status: 413, msg: expect.stringContaining('under 16 MiB') })
  expect(await post({ as, body: 'x', headers: { 'content-encoding': 'br' } })).toMatchObject({ status: 415 })
  const state = await fetch(`${origin}/ingest`, { headers: { token, 'x-producer': as } })
  expect(await state.json()).toMatchObject({ data: { acknowledged: 2 } })
})

test('a push of more lines than the limit is refused, and the refusal states the limit', async () => {
  const refused = await post({ as: 'lines', body: 'x\n'.repeat(50_001) })
  expect(refused).toMatchObject({
    status: 413,
    error: 'payload_too_large',
    msg: expect.stringContaining('50,000 lines'),
  })
})

test('a pushed trade far from the last price is refused, but the following trades near the refused price are accepted', async () => {
  const bodies = [trade(1), trade(2, { p: 7 }), trade(3, { p: 7.1 }), trade(4, { p: 7.2 })]
  const { data } = await post({ as: 'level', body: bodies.join('\n') })
  expect(data).toMatchObject({ accepted: 3, refused: [{ n: 2, error: 'outlier' }] })
})

test('a pushed trade is compared with the trade before it, even if an instrument was changed in between', async () => {
  await post({ as: 'compared', body: trade(1) })
  const changed = Promise.withResolvers<unknown>()
  await using _listening = await ctx.postgres.listen(instrumentsChannel, changed.resolve, () => undefined)
  await ctx.postgres.transaction((tx) => ctx.postgres.notify(tx, instrumentsChannel, null))
  await changed.promise
  const { data } = await post({ as: 'compared', body: trade(2, { p: 7 }) })
  expect(data).toMatchObject({ accepted: 0, refused: [{ n: 2, error: 'outlier' }] })
})

test('refused pushed trades are kept in a quarantine for their instrument, and can be released', async () => {
  const xrp = { k: 'crypto:XRPUSD$BA' }
  await post({ as: 'kept', body: [trade(1, { ...xrp, p: 2 }), trade(2, { ...xrp, p: 25 })].join('\n') })
  const { rows } = await sql<{ id: bigint; target: string; quarantined: bigint }>`
    select id, target, quarantined from imports where target like 'crypto:XRPUSD%'`.execute(ctx.postgres.db)
  expect(rows).toMatchObject([{ target: 'crypto:XRPUSD$BA trades', quarantined: 1n }])
  const id = String(rows[0]?.id)
  expect(await tapewire(ctx, 'quarantine', 'list', id)).toContain('outlier')
  expect(await tapewire(ctx, 'quarantine', 'release', id, '--all')).toContain('1')
})

test('two gateways that receive the same messages concurrently publish them once', async () => {
  await using other = await IngestServer.open(ctx)
  const second = createServer((incoming, outgoing) => other.handle(incoming, outgoing)).listen(0)
  await once(second, 'listening')
  const at = `http://localhost:${(second.address() as AddressInfo).port}`
  const lines = Array.from({ length: 2_500 }, (_, index) => trade(index + 1, { v: 1, k: 'crypto:SOLUSD$BA', p: 100 }))
  const send = (to: string) =>
    fetch(`${to}/ingest/trades`, { method: 'POST', headers: { token, 'x-producer': 'twice' }, body: lines.join('\n') })
  const answers = await Promise.all([send(origin), send(at), send(origin)])
  const results = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Answer).data))
  second.close()
  expect(results.map(({ acknowledged }) => acknowledged)).toEqual([2_500, 2_500, 2_500])
  expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2_500)
  const ticks = (await published('crypto:SOLUSD$BA')).filter(({ type }) => type === 'tick')
  expect(ticks).toHaveLength(2_500)
})

/** Five trades of Solana, one minute apart. */
const fiveMinutes = (first: number) =>
  [4, 3, 2, 1, 0]
    .map((age, at) => trade(first + at, { k: 'crypto:SOLUSD$BA', p: 100, t: now - age * 60_000 }))
    .join('\n')

test('pushed trades of five minutes are accepted by a gateway that missed the last push of the producer', async () => {
  await using other = await IngestServer.open(ctx)
  const second = createServer((incoming, outgoing) => other.handle(incoming, outgoing)).listen(0)
  await once(second, 'listening')
  const to = `http://localhost:${(second.address() as AddressInfo).port}/ingest/trades`
  const [as, k] = ['moved', 'crypto:SOLUSD$BA']
  await post({ as, body: trade(1, { k, p: 100, t: now - 300_000 }) })
  const body = trade(2, { k, p: 100, t: now - 300_000 })
  await fetch(to, { method: 'POST', headers: { token, 'x-producer': as }, body })
  second.close()
  expect((await post({ as, body: fiveMinutes(3) })).data).toMatchObject({ accepted: 5, refused: [] })
})

test('pushed trades of five minutes are accepted when they are sent again after a failed append to the tape', async () => {
  const { key: feedKey } = await createFeedKey(ctx, cli, {
    source: 'desk',
    classes: ['crypto'],
    regions: ['BA'],
    creates: false,
  })
  let isAway = true
  const appendMarked: typeof ctx.tape.appendMarked = async (...given) => {
    if (isAway) throw new Error('the tape is away')
    await ctx.tape.appendMarked(...given)
  }
  const tape = new Proxy(ctx.tape, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'appendMarked' ? appendMarked : typeof value === 'function' ? value.bind(target) : value
    },
  })
  await using names = await Names.open(ctx)
  const producer = new Producer({ ...ctx, tape }, names, new IngestMetrics(ctx.metrics), feedKey, 'away')
  const accept = () => producer.accept(lineSlices(Buffer.from(fiveMinutes(1))), 'trades')
  await expect(accept()).rejects.toThrow('the tape is away')
  isAway = false
  expect(await accept()).toMatchObject({ accepted: 5, refused: [] })
})

test('a pushed message is published once, even if the gateway dies between its append to the tape and its response', async () => {
  const { tape } = ctx
  const dying = new Proxy(tape, {
    get(target, name) {
      if (name === 'appendMarked')
        return async (...given: Parameters<typeof tape.appendMarked>) => {
          await target.appendMarked(...given)
          throw new Error('killed')
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await using other = await IngestServer.open({ ...ctx, tape: dying })
  const second = createServer((incoming, outgoing) => other.handle(incoming, outgoing)).listen(0)
  await once(second, 'listening')
  const to = `http://localhost:${(second.address() as AddressInfo).port}/ingest/trades`
  const body = [1, 2].map((n) => trade(n, { k: 'crypto:XRPUSD$BA', p: 2, v: 70 + n })).join('\n')
  const lost = await fetch(to, { method: 'POST', headers: { token, 'x-producer': 'killed' }, body })
  second.close()
  expect(lost.status).toBe(500)
  expect((await post({ as: 'killed', body })).data).toMatchObject({ acknowledged: 2, accepted: 0, repeated: 2 })
  const ticks = (await published('crypto:XRPUSD$BA')).filter((event) => event.type === 'tick' && event.volume > 70)
  expect(ticks).toHaveLength(2)
})

test('a refused message stays in quarantine even if a later part of the same push cannot be appended to the tape', async () => {
  const { tape } = ctx
  let appends = 0
  const failing = new Proxy(tape, {
    get(target, name) {
      if (name === 'appendMarked')
        return async (...given: Parameters<typeof tape.appendMarked>) => {
          appends += 1
          if (appends === 2) throw new Error('the tape is away')
          return target.appendMarked(...given)
        }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await using other = await IngestServer.open({ ...ctx, tape: failing })
  const second = createServer((incoming, outgoing) => other.handle(incoming, outgoing)).listen(0)
  await once(second, 'listening')
  const to = `http://localhost:${(second.address() as AddressInfo).port}/ingest/trades`
  const eth = { k: 'crypto:ETHUSD$BA', p: 3_000 }
  const lines = Array.from({ length: 1_500 }, (_, at) => trade(at + 1, at === 0 ? { ...eth, p: -1 } : eth))
  const lost = await fetch(to, { method: 'POST', headers: { token, 'x-producer': 'partly' }, body: lines.join('\n') })
  second.close()
  expect(lost.status).toBe(500)
  const { data } = await post({ as: 'partly', body: lines.join('\n') })
  expect(data).toMatchObject({ acknowledged: 1_500, accepted: 500, repeated: 1_000, refused: [] })
  const { rows } = await sql<{ quarantined: bigint }>`
    select quarantined from imports where target = 'crypto:ETHUSD$BA trades'`.execute(ctx.postgres.db)
  expect(rows).toEqual([{ quarantined: 1n }])
})

test('a refused message is quarantined once, even if the push is retried because the first response was lost', async () => {
  const { tape } = ctx
  let isCut = true
  const appendMarked: typeof tape.appendMarked = async (...given) => {
    await tape.appendMarked(...given)
    if (isCut) throw new Error('the connection broke')
  }
  const cut = new Proxy(tape, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return name === 'appendMarked' ? appendMarked : typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { key: feedKey } = await createFeedKey(ctx, cli, {
    source: 'desk',
    classes: ['crypto'],
    regions: ['BA'],
    creates: false,
  })
  await using names = await Names.open(ctx)
  const producer = new Producer({ ...ctx, tape: cut }, names, new IngestMetrics(ctx.metrics), feedKey, 'cut')
  const body = [trade(1, { k: 'crypto:CUT$BA' }), trade(2)].join('\n')
  const accept = () => producer.accept(lineSlices(Buffer.from(body)), 'trades')
  const kept = async () => {
    const { rows } = await sql`select 1 from quarantine_row where content like '%CUT$BA%'`.execute(ctx.postgres.db)
    return rows.length
  }
  await expect(accept()).rejects.toThrow('the connection broke')
  isCut = false
  expect(await accept()).toMatchObject({ acknowledged: 2, repeated: 2, refused: [] })
  expect(await kept()).toBe(1)
  await accept()
  expect(await kept()).toBe(1)
})

test('the sequence numbers of an open feed WebSocket are still stored after the database listener lost its connection', async () => {
  const { ws, next, closed } = await open({ token, 'x-producer': 'missed' })
  await next()
  const frame = (n: number) => ws.send(JSON.stringify({ type: 'trade', ...JSON.parse(trade(n)) }))
  frame(1)
  await next()
  const missed = Promise.withResolvers<unknown>()
  await using _listening = await listenForRevokedFeedKeys(ctx, missed.resolve)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tapewire listener' and datname = current_database()`.execute(ctx.postgres.db)
  expect(await missed.promise).toBeNull()
  frame(2)
  expect(await next()).toMatchObject({ data: { acknowledged: 2 } })
  await ingest[Symbol.asyncDispose]()
  await closed
  ingest = await IngestServer.open(ctx)
  const { rows } = await sql<{ mark: string }>`select mark from feed_producer where name = 'missed'`.execute(
    ctx.postgres.db,
  )
  expect(rows).toEqual([{ mark: '2' }])
})

test('a new publisher continues the bar and the quote of the previous publisher', async () => {
  await post({ as: 'next', body: trade(1) })
  const before = await published()
  await pushed[Symbol.asyncDispose]()
  await post({ as: 'next', body: trade(2, { v: 3 }) })
  pushed = await PushedSource.open(ctx)
  const after = await published()
  const volume = (events: MarketEvent[]) => events.findLast((event) => event.type === 'bar')?.volume ?? 0
  expect(volume(after) - volume(before)).toBe(3)
  expect(after.findLast((event) => event.type === 'quote')?.volume).toBe(
    (before.findLast((event) => event.type === 'quote')?.volume ?? 0) + 3,
  )
})

test('a producer continues its sequence numbers after a restart that emptied the tape', async () => {
  await post({ as: 'restarted', body: trade(1) })
  await ingest[Symbol.asyncDispose]()
  await ctx.tape.appendMarked(pushChannel, [], { name: await markName('restarted'), before: '1', after: '' })
  ingest = await IngestServer.open(ctx)
  const { data } = await post({ as: 'restarted', body: `${trade(1)}\n${trade(2)}` })
  expect(data).toMatchObject({ acknowledged: 2, repeated: 1, accepted: 1, missing: [] })
})

async function markName(producer: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select key_id as id from feed_producer where name = ${producer}`.execute(
    ctx.postgres.db,
  )
  return `${rows[0]?.id}/${producer}`
}

test('a push with a wrong key, kind or producer is refused; a feed key made with --create adds unknown instruments', async () => {
  expect(await post({ body: '', key: '' })).toMatchObject({ status: 401, error: 'key_missing' })
  expect(await post({ body: '', key: 'tw_demo_public' })).toMatchObject({ status: 403, error: 'not_a_feed_key' })
  expect(await post({ body: '', key: `tw_feed_${'x'.repeat(36)}` })).toMatchObject({ status: 401 })
  expect(await post({ body: '', kind: 'prices' })).toMatchObject({ status: 404 })
  expect(await post({ body: '', as: 'a/b' })).toMatchObject({ status: 400, error: 'invalid_parameter' })
  const creating = await issue({ creates: true, source: 'maker' })
  const { data } = await post({ key: creating, body: trade(1, { k: 'crypto:NEWCOIN$BA' }) })
  expect(data).toMatchObject({ accepted: 1 })
  await published('crypto:NEWCOIN$BA')
  const made = await findInstrument(ctx, { class: 'crypto', region: 'BA', code: 'NEWCOIN' })
  expect(await fedInstruments(ctx)).toContain(made?.id)
})

async function open(headers: Record<string, string>) {
  const ws = new WebSocket(`${origin.replace('http', 'ws')}/ingest`, { headers })
  const heard: Answer[] = []
  ws.on('message', (data) => heard.push(JSON.parse(String(data)) as Answer))
  const closed = once(ws, 'close').then(([code]) => Number(code))
  const next = async () => {
    while (heard.length === 0) await once(ws, 'message')
    return heard.shift()
  }
  return { ws, next, closed }
}

test('a feed WebSocket acknowledges each message, even a refused message, and is closed when its feed key is revoked', async () => {
  const { key, secret } = await createFeedKey(ctx, cli, {
    source: 'live',
    classes: ['crypto'],
    regions: [],
    creates: false,
  })
  const { ws, next, closed } = await open({ token: secret })
  expect(await next()).toMatchObject({ code: 0, data: { acknowledged: 0, source: 'live' } })
  const frame = (n: number, more = {}) => ws.send(JSON.stringify({ type: 'trade', ...JSON.parse(trade(n)), ...more }))
  frame(1)
  expect(await next()).toMatchObject({ data: { acknowledged: 1, accepted: 1 } })
  ws.send('{"type":"heartbeat"}')
  frame(2, { type: 'dividend' })
  expect(await next()).toMatchObject({ data: { acknowledged: 2, refused: [{ n: 2, error: 'invalid_type' }] } })
  await revokeFeedKey(ctx, cli, key.id)
  expect(await next()).toMatchObject({ error: 'key_revoked' })
  expect(await closed).toBe(4001)
  expect(await post({ key: secret, body: trade(3) })).toMatchObject({ status: 401, error: 'key_revoked' })
})
