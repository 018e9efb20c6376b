import { mkdtemp, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock, systemClock } from '../clock.ts'
import { MemoryLimiter } from '../limits/limiter.ts'
import { silentLog } from '../log/log.ts'
import type { Tape, TapeBatch } from '../platform.ts'
import { openClickHouse } from '../stores/clickhouse.ts'
import { MemoryTape } from '../tape/tape-memory.ts'
import { CounterLink } from './counter-link.ts'
import { answerHere, dataProcess, Question } from './question.ts'
import { SocketLimiter } from './socket-limiter.ts'
import { SocketTape } from './socket-tape.ts'
import { StoresClient } from './stores-client.ts'
import { serveStores } from './stores-server.ts'

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tapewire-stores-'))
  path = join(folder, 'stores.sock')
})
afterAll(() => rm(folder, { recursive: true }))

const price = (n: number) => [{ lane: 'a', event: { price: n } }]
const rateLimit = { limit: 2, windowMs: 60_000 }

const data = { kept: new Map<string, unknown>() }
const ask = (name: string, input: unknown) => answerHere(data, name, input)

function serve(tape: Tape = new MemoryTape(systemClock), limiter = new MemoryLimiter(systemClock)) {
  return serveStores(path, { tape, limiter, history: null, ask }, silentLog, 50)
}

async function next(batches: AsyncIterator<TapeBatch>): Promise<TapeBatch> {
  return (await batches.next()).value
}

test('the socket through which other processes use the stores may be opened only by its owner', async () => {
  await using _stores = await serve()
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a process follows the tape of the data process from an offset, and is told of a gap when the data process restarts', async () => {
  using client = new StoresClient(path)
  const tape = new SocketTape(client, systemClock, silentLog)
  const stop = new AbortController()
  const first = new MemoryTape(new ManualClock(1_000))
  const stores = await serve(first)
  await first.append('crypto', price(1))
  const { newest } = await tape.bounds('crypto')
  expect(await tape.stateAt('crypto', 0)).toEqual({ states: [], from: 'oldest' })
  const batches = tape.follow('crypto', newest ?? 'oldest', stop.signal)[Symbol.asyncIterator]()
  await first.append('crypto', price(2))
  const read = await next(batches)
  expect(read).toEqual({
    kind: 'entries',
    entries: [{ offset: expect.any(String), at: 1_000, lane: 'a', seq: 1_000_002, event: { price: 2 } }],
  })
  const later = next(batches)
  await stores[Symbol.asyncDispose]()
  const second = new MemoryTape(new ManualClock(9_000))
  await second.append('crypto', price(3))
  await using _again = await serve(second)
  const gap = await later
  expect(gap).toEqual({ kind: 'gap', from: read.kind === 'entries' ? read.entries[0]?.offset : '', to: '' })
  expect(await next(batches)).toMatchObject({ kind: 'entries', entries: [{ event: { price: 3 } }] })
  stop.abort()
})

test('a gateway appends to the tape of the data process, and a repeated append of a producer is refused', async () => {
  const served = new MemoryTape(systemClock)
  await using _stores = await serve(served)
  using client = new StoresClient(path)
  const tape = new SocketTape(client, systemClock, silentLog)
  await tape.appendMarked('ingest', price(1), { name: 'producer', before: '', after: '1' })
  expect(await tape.markOf('ingest', 'producer')).toBe('1')
  const again = tape.appendMarked('ingest', price(1), { name: 'producer', before: '', after: '1' })
  await expect(again).rejects.toMatchObject({ name: 'MarkMoved', found: '1' })
  await tape.append('ingest', price(2))
  const read = await next(served.follow('ingest', 'oldest', AbortSignal.timeout(5_000))[Symbol.asyncIterator]())
  expect(read).toMatchObject({ entries: [{ event: { price: 1 } }, { event: { price: 2 } }] })
})

test('rate limits are counted in the data process, and locally while the data process is unreachable', async () => {
  await using counters = new CounterLink(path, silentLog)
  const limiter = new SocketLimiter(counters, systemClock)
  const shared = new MemoryLimiter(systemClock)
  {
    await using _stores = await serve(new MemoryTape(systemClock), shared)
    await shared.take('key', rateLimit)
    expect(await limiter.peek('key', rateLimit)).toMatchObject({ allowed: true, remaining: 1 })
    expect(await limiter.take('key', rateLimit)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await limiter.take('key', rateLimit)).toMatchObject({ allowed: false })
    await limiter.clear('key')
    expect(await shared.peek('key', rateLimit)).toMatchObject({ remaining: 2 })
    await shared.take('key', { ...rateLimit, cost: 2 })
  }
  expect(await limiter.take('key', rateLimit)).toMatchObject({ allowed: true, remaining: 1 })
  await using _again = await serve(new MemoryTape(systemClock), shared)
  await expect.poll(() => limiter.peek('key', rateLimit)).toMatchObject({ allowed: false })
})

test('the data process answers a question of another process, and returns null if it has no handler for the question', async () => {
  const half = new Question<number, number>('half')
  using client = new StoresClient(path)
  const site = { kept: new Map<string, unknown>() }
  expect(await half.ask(site, 8)).toBeNull()
  dataProcess.set(site, (name, input) => client.request({ op: 'ask', name, input }))
  await using _stores = await serve()
  {
    using _answering = half.answer(data, async (input) => input / 2)
    expect([await half.ask(site, 8), await half.ask(data, 6)]).toEqual([4, 3])
  }
  expect([await half.ask(site, 8), await half.ask(data, 6)]).toEqual([null, null])
})

test('a used-up rate limit still refuses calls while the data process does not answer', async () => {
  await using counters = new CounterLink(path, silentLog)
  const limiter = new SocketLimiter(counters, systemClock)
  {
    await using _stores = await serve()
    await limiter.take('mails', rateLimit)
    await limiter.take('mails', rateLimit)
    expect(await limiter.take('mails', rateLimit)).toMatchObject({ allowed: false })
  }
  expect(await limiter.take('mails', rateLimit)).toMatchObject({ allowed: false, remaining: 0 })
})

test('a long ClickHouse statement through the data process is not cut off by the time limit for idle connections', async () => {
  const history = {
    async answer(incoming: IncomingMessage, outgoing: ServerResponse) {
      const sql = await text(incoming)
      if (sql.includes('report')) await sleep(3_000)
      outgoing.end('{"one":1}\n')
    },
  }
  const stores = { tape: new MemoryTape(systemClock), limiter: new MemoryLimiter(systemClock), history, ask }
  await using _stores = await serveStores(path, stores, silentLog, 50)
  await using clickhouse = await openClickHouse({ kind: 'socket', path, spool: `${path}.spool` })
  expect(await clickhouse.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  const report = clickhouse.query('SELECT 1 AS one -- report', {}, { lane: 'report', maxMs: 10_000 })
  expect(await report).toEqual([{ one: 1 }])
})
