import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { didNotRun } from '#test/fixtures/not-run.ts'
import { type PrivateRedis, redisServer, startRedis } from '#test/fixtures/redis.ts'
import { shardName, shardNames, shardOf } from '../addressing/shards.ts'
import { type Clock, systemClock } from '../clock.ts'
import { Fenced } from '../leases/fenced.ts'
import { silentLog } from '../log/log.ts'
import type { Tape, TapeBatch, TapeEntry } from '../platform.ts'
import { TapeLayout } from './layout.ts'
import { MarkMoved } from './mark-moved.ts'
import { MemoryTape } from './tape-memory.ts'
import { RedisTape, type RedisTapeOptions } from './tape-redis.ts'

class SteppedClock implements Clock {
  time = 1_700_000_000_000
  now(): number {
    return this.time
  }
  elapsed(): number {
    return this.time
  }
  async sleep(): Promise<void> {}
}

const record = (n: number, lane = 'a'): { lane: string; event: unknown } => ({ lane, event: { n } })

async function readBatches(tape: Tape, from: string, count: number): Promise<TapeBatch[]> {
  const stop = new AbortController()
  const batches: TapeBatch[] = []
  let seen = 0
  for await (const batch of tape.follow('c', from, stop.signal)) {
    batches.push(batch)
    seen += batch.kind === 'gap' ? 1 : batch.entries.length
    if (seen >= count) stop.abort()
  }
  return batches
}

const entriesOf = (batches: TapeBatch[]): TapeEntry[] =>
  batches.flatMap((batch) => (batch.kind === 'entries' ? batch.entries : []))

let redis: PrivateRedis | null = null
const opened: RedisTape[] = []
beforeAll(async () => {
  if (redisServer()) redis = await startRedis({ isLasting: true })
  else didNotRun('the tape on Redis streams', 'no redis-server and no valkey-server on this machine')
})
afterAll(async () => {
  for (const tape of opened) await tape[Symbol.asyncDispose]()
  await redis?.[Symbol.asyncDispose]()
})

function redisTape(options: Partial<RedisTapeOptions> = {}): RedisTape {
  const own = { prefix: randomUUID(), markMs: 0, ...options }
  const tape = new RedisTape(redis?.url ?? '', systemClock, silentLog, own)
  opened.push(tape)
  return tape
}

describe.each([
  { name: 'in memory', open: (): Tape => new MemoryTape(new SteppedClock()), runs: true },
  { name: 'on Redis streams', open: (): Tape => redisTape(), runs: redisServer() !== null },
])('the tape $name', ({ open, runs }) => {
  if (!runs) {
    test.skip('the tape is not tested, because redis-server or valkey-server is missing', () => undefined)
    return
  }

  test('an append under a newer lease, even without events, makes the tape refuse appends under the earlier lease', async () => {
    const tape = open()
    const fence = (token: number) => ({ lease: 'feed', token })
    await tape.append('c', [record(1)], fence(1))
    await tape.append('c', [], fence(2))
    await expect(tape.append('c', [record(2)], fence(1))).rejects.toThrow(Fenced)
    await tape.append('c', [record(3)], fence(2))
    await tape.append('c', [record(4)], { lease: 'another', token: 1 })
    await tape.append('c', [record(5)])
    expect(entriesOf(await readBatches(tape, 'oldest', 4)).map(({ event }) => event)).toEqual(
      [1, 3, 4, 5].map((n) => ({ n })),
    )
  })

  test('an append moves the stored position of its source, and a second append from the earlier position is refused', async () => {
    const tape = open()
    const move = (before: string, after: string, ...records: ReturnType<typeof record>[]) =>
      tape.appendMarked('c', records, { name: 'p', before, after })
    await move('', '2', record(1), record(2))
    await expect(move('', '2', record(1), record(2))).rejects.toThrow(MarkMoved)
    const both = await Promise.allSettled([move('2', '3', record(3)), move('2', '3', record(3))])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await move('3', '4')
    await tape.appendMarked('c', [record(5)], { name: 'another', before: '', after: '1' })
    expect([await tape.markOf('c', 'p'), await tape.markOf('c', 'nobody')]).toEqual(['4', ''])
    expect(entriesOf(await readBatches(tape, 'oldest', 4)).map(({ event }) => event)).toEqual(
      [1, 2, 3, 5].map((n) => ({ n })),
    )
  })

  test('an append that moves a position can contain the events of 6,000 lanes', async () => {
    const tape = open()
    const records = Array.from({ length: 6_000 }, (_, n) => record(n, `lane ${n}`))
    for (const [before, after] of [
      ['', '1'],
      ['1', '2'],
    ] as const)
      await tape.appendMarked('c', records, { name: 'p', before, after })
    const entries = entriesOf(await readBatches(tape, 'oldest', 12_000))
    expect(entries.at(-1)).toMatchObject({ lane: 'lane 5999', seq: (entries[5_999]?.seq ?? 0) + 1 })
  })

  test('trimming a tape removes the entries up to an offset, and entries appended later can be read', async () => {
    const tape = open()
    for (const n of [1, 2, 3]) await tape.append('c', [record(n)])
    const [first, second] = entriesOf(await readBatches(tape, 'oldest', 3))
    await tape.trim('c', first?.offset ?? '')
    expect((await tape.bounds('c')).oldest).toBe(second?.offset)
    const { newest } = await tape.bounds('c')
    await tape.trim('c', newest ?? '')
    expect(await tape.bounds('c')).toEqual({ oldest: null, newest: null })
    await tape.append('c', [record(4)])
    expect(entriesOf(await readBatches(tape, 'oldest', 1)).map(({ event }) => event)).toEqual([{ n: 4 }])
  })

  test('a follower receives appended events in order, with consecutive numbers in each lane', async () => {
    const tape = open()
    await tape.append('c', [record(1), record(2, 'b'), record(3)])
    const entries = entriesOf(await readBatches(tape, 'oldest', 3))
    expect(entries.map((entry) => entry.event)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    const [first, second, third] = entries.map((entry) => entry.seq)
    expect(first).toBeGreaterThan(1.6e15)
    expect(third).toBe((first ?? 0) + 1)
    expect(Math.abs((second ?? 0) - (first ?? 0))).toBeLessThan(1e6)
  })

  test('a follower that starts from now returns the events appended since the call, even those before its first read', async () => {
    const tape = open()
    await tape.append('c', [record(1)])
    const stop = new AbortController()
    const follower = tape.follow('c', 'now', stop.signal)
    await tape.append('c', [record(2)])
    for await (const batch of follower) {
      expect(entriesOf([batch]).map((entry) => entry.event)).toEqual([{ n: 2 }])
      break
    }
  })

  test('a reader continues after an offset and wakes when an event arrives', async () => {
    const tape = open()
    await tape.append('c', [record(1), record(2)])
    const [first] = entriesOf(await readBatches(tape, 'oldest', 1))
    const rest = readBatches(tape, first?.offset ?? '', 3)
    await tape.append('c', [record(3), record(4)])
    expect(entriesOf(await rest).map((entry) => entry.event)).toEqual([{ n: 2 }, { n: 3 }, { n: 4 }])
  })

  test('a reader stops when it is aborted, even while it waits', async () => {
    const tape = open()
    const stop = new AbortController()
    const reading = (async () => {
      for await (const _ of tape.follow('c', 'now', stop.signal)) throw new Error('nothing was appended')
    })()
    stop.abort()
    await expect(reading).resolves.toBeUndefined()
  })

  test('the bounds of a channel are its oldest and newest offsets, or null while it is empty', async () => {
    const tape = open()
    expect(await tape.bounds('c')).toEqual({ oldest: null, newest: null })
    await tape.append('c', [record(1), record(2)])
    const entries = entriesOf(await readBatches(tape, 'oldest', 2))
    expect(await tape.bounds('c')).toEqual({ oldest: entries[0]?.offset, newest: entries[1]?.offset })
  })
})

describe.runIf(redisServer() !== null)('the tape on Redis streams', () => {
  test('sequence numbers of the tape continue after a restart of the writer and a crash of Redis', async () => {
    const prefix = randomUUID()
    await redisTape({ prefix }).append('c', [record(1)])
    await redis?.crash()
    const tape = redisTape({ prefix })
    await tape.append('c', [record(2)])
    const [first, second] = entriesOf(await readBatches(tape, 'oldest', 2))
    expect(second?.seq).toBe((first?.seq ?? 0) + 1)
  })

  test('the state of the tape at a past time contains the events of lanes without later events, and an offset for reading other lanes', async () => {
    const tape = redisTape()
    expect(await tape.stateAt('c', 0)).toEqual({ states: [], from: 'oldest' })
    await tape.append('c', [record(1, 'quiet'), record(2, 'busy'), record(3, 'quiet'), record(4, 'other')])
    await sleep(5)
    await tape.append('c', [record(4.5, 'busy')])
    await sleep(5)
    const moment = Date.now()
    for (const n of [5, 6, 7]) await tape.append('c', [record(n, 'busy')])
    const { states, from } = await tape.stateAt('c', moment)
    expect(states.map(({ lane, event }) => [lane, event])).toEqual([
      ['quiet', { n: 3 }],
      ['other', { n: 4 }],
    ])
    expect(states[0]).toEqual(entriesOf(await readBatches(tape, 'oldest', 7))[2])
    const since = [4.5, 5, 6, 7].map((n) => ({ n }))
    expect(entriesOf(await readBatches(tape, from, 4)).map(({ event }) => event)).toEqual(since)
    const { newest } = await tape.bounds('c')
    expect(await tape.stateAt('c', Date.now() + 1)).toMatchObject({ from: newest, states: [{}, {}, { lane: 'busy' }] })
  })

  test('a channel with entries from a writer of the previous release is read from its oldest entry', async () => {
    const prefix = randomUUID()
    const tape = redisTape({ prefix })
    await tape.append('c', [record(1)])
    const client = new Redis(redis?.url ?? '')
    const [epoch] = ((await tape.bounds('c')).newest ?? '').split('-')
    await client.hincrby(`${prefix}:{c}:numbers`, '#', 1)
    await client.xadd(`${prefix}:{c}`, `${epoch}-2`, 'a', Date.now(), 'l', 'b', 's', 1, 'e', '{}')
    client.disconnect()
    expect(await tape.stateAt('c', Date.now())).toEqual({ states: [], from: 'oldest' })
    await tape.append('c', [record(2)])
    expect(await tape.stateAt('c', Date.now())).toEqual({ states: [], from: 'oldest' })
    const read = entriesOf(await readBatches(tape, 'oldest', 3))
    expect(read.map(({ lane, event }) => [lane, event])).toEqual([
      ['a', { n: 1 }],
      ['b', {}],
      ['a', { n: 2 }],
    ])
    await sleep(2)
    const later = redisTape({ prefix, retainMs: 1 })
    expect((await later.stateAt('c', Date.now())).states).toMatchObject([{ lane: 'a', event: { n: 2 } }])
  })

  test('a batch is one entry of the Redis stream, and reading can start in the middle of a batch', async () => {
    const tape = redisTape()
    await tape.append('c', [record(1), record(2, 'b'), record(3), record(4, 'b')])
    const entries = entriesOf(await readBatches(tape, 'oldest', 4))
    expect(entriesOf(await readBatches(tape, entries[1]?.offset ?? '', 2))).toEqual(entries.slice(2))
    expect(entries[2]?.seq).toBe((entries[0]?.seq ?? 0) + 1)
    expect(await tape.bounds('c')).toEqual({ oldest: entries[0]?.offset, newest: entries[3]?.offset })
    await tape.append(
      'c',
      Array.from({ length: 1_500 }, (_, n) => record(n)),
    )
    const all = entriesOf(await readBatches(tape, 'oldest', 1_504))
    expect(all.slice(4).map(({ event }) => event)).toEqual(Array.from({ length: 1_500 }, (_, n) => ({ n })))
  })

  test('a channel at its byte limit drops its oldest entries, counts them and reports a gap to its reader', async () => {
    const tape = redisTape({ retainBytes: 20_000 })
    await tape.append('c', [record(0)])
    const [first] = entriesOf(await readBatches(tape, 'oldest', 1))
    for (let n = 1; n <= 400; n += 1) await tape.append('c', [record(n)])
    const held = tape.held.get('c')
    expect(held?.bytes).toBeLessThanOrEqual(20_000)
    expect(held?.bytes).toBeGreaterThan(10_000)
    const [gap, rest] = await readBatches(tape, first?.offset ?? '', 2)
    const oldest = rest?.kind === 'entries' ? rest.entries[0] : null
    expect(gap).toMatchObject({ kind: 'gap', from: first?.offset })
    expect(oldest?.event).toEqual({ n: held?.droppedEarly })
    expect((await tape.bounds('c')).oldest).toBe(oldest?.offset)
    expect(await tape.marks('c')).toContainEqual({ at: oldest?.at, offset: oldest?.offset })
  })

  test('events that Redis lost are reported as a gap, and their sequence numbers are not used again', async () => {
    const prefix = randomUUID()
    const tape = redisTape({ prefix })
    for (const n of [1, 2, 3]) await tape.append('c', [record(n)])
    const before = entriesOf(await readBatches(tape, 'oldest', 3))
    // Simulates a replica that had not received the last two entries.
    const client = new Redis(redis?.url ?? '')
    const key = `${prefix}:{c}`
    for (const entry of before.slice(1)) await client.xdel(key, entry.offset)
    await client.call('XSETID', key, before[0]?.offset ?? '')
    await client.hset(`${key}:numbers`, { '#': 1, a: before[0]?.seq ?? 0 })
    client.disconnect()
    const last = before[2]?.offset ?? ''
    const [first] = await readBatches(tape, last, 1)
    expect(first).toEqual({ kind: 'gap', from: last, to: '' })
    await tape.append('c', [record(4)])
    const [gap, rest] = await readBatches(tape, last, 2)
    expect(gap).toEqual({ kind: 'gap', from: last, to: '' })
    expect(entriesOf([rest as TapeBatch])).toMatchObject([{ event: { n: 4 } }])
    expect(entriesOf([rest as TapeBatch])[0]?.seq).toBeGreaterThan(before[2]?.seq ?? 0)
  })

  test('a change of the number of shards keeps all events, their sequence numbers, and the newest event of each lane', async () => {
    const prefix = randomUUID()
    const lanes = Array.from({ length: 12 }, (_, n) => `k${n}:tick`)
    const keyOf = (lane: string) => lane.slice(0, lane.indexOf(':'))
    const how = { channels: ['c'], keyOf, onProgress: () => undefined }
    const stop = new AbortController()
    const read = async (tape: Tape) => {
      const reads = shardNames('c', tape.shards).map(async (name) => {
        const { newest } = await tape.bounds(name)
        const found: TapeEntry[] = []
        if (newest === null) return found
        for await (const batch of tape.follow(name, 'oldest', stop.signal)) {
          found.push(...entriesOf([batch]))
          if (found.at(-1)?.offset === newest) break
        }
        expect(found.map(({ lane }) => shardName('c', shardOf(keyOf(lane), tape.shards), tape.shards))).toEqual(
          found.map(() => name),
        )
        return found
      })
      const all = (await Promise.all(reads)).flat()
      return all
        .map(({ lane, seq, at, event }) => ({ lane, seq, at, event }))
        .sort((a, b) => (a.lane === b.lane ? a.seq - b.seq : a.lane < b.lane ? -1 : 1))
    }
    await using layout = new TapeLayout(redis?.url ?? '', silentLog, { prefix })
    await layout.settle([], 1)
    const whole = redisTape({ prefix })
    await whole.append('c', [record(0, 'quiet:tick')], { lease: 'feed', token: 7 })
    for (let n = 0; n < 50; n += 1) await whole.append('c', [record(n, lanes[n % 12]), record(n, lanes[(n * 5) % 12])])
    const before = await read(whole)
    await whole.divide(4, how)
    const four = redisTape({ prefix, shards: 4 })
    expect(await read(four)).toEqual(before)
    const quiet = shardName('c', shardOf('quiet', 4), 4)
    await expect(four.append(quiet, [record(1)], { lease: 'feed', token: 6 })).rejects.toThrow(Fenced)
    expect((await four.stateAt(quiet, Date.now() + 1)).states).toContainEqual(
      expect.objectContaining({ lane: 'quiet:tick', event: { n: 0 } }),
    )
    const of3 = shardName('c', shardOf('k3', 4), 4)
    await four.append(of3, [record(99, 'k3:tick')])
    await four.divide(2, how)
    const after = await read(redisTape({ prefix, shards: 2 }))
    expect(after.filter(({ event }) => (event as { n: number }).n !== 99)).toEqual(before)
    expect(after.filter(({ lane }) => lane === 'k3:tick').at(-1)?.event).toEqual({ n: 99 })
    const k3 = after.filter(({ lane }) => lane === 'k3:tick').map(({ seq }) => seq)
    expect(k3).toEqual(k3.map((_, n) => (k3[0] ?? 0) + n))
  })

  test('tape entries get the time of the Redis server, even if the clock of the writer differs', async () => {
    const slow: Clock = { ...systemClock, now: () => Date.now() - 60_000 }
    await using tape = new RedisTape(redis?.url ?? '', slow, silentLog, { retainMs: 3_600_000, prefix: randomUUID() })
    await tape.append('c', [record(1)])
    const [entry] = entriesOf(await readBatches(tape, 'oldest', 1))
    expect(Math.abs((entry?.at ?? 0) - Date.now())).toBeLessThan(30_000)
  })

  test('trimmed entries are reported as a gap before the entries that remain', async () => {
    const tape = redisTape({ retainMs: -1 })
    await tape.append('c', [record(0)])
    const [first] = entriesOf(await readBatches(tape, 'oldest', 1))
    for (let n = 1; n < 50; n += 1) await tape.append('c', [record(n)])
    const batches = await readBatches(tape, first?.offset ?? '', 2)
    const [gap, rest] = batches
    expect(gap).toMatchObject({ kind: 'gap', from: first?.offset })
    expect(rest?.kind).toBe('entries')
  })

  test('a read from an offset of a tape that was wiped begins with a gap', async () => {
    const tape = redisTape()
    await tape.append('c', [record(1)])
    const batches = await readBatches(tape, '99999999999999-0', 2)
    expect(batches[0]).toEqual({ kind: 'gap', from: '99999999999999-0', to: '' })
  })
})

test('entries older than the retention are reported as a gap with its start and its end', async () => {
  const clock = new SteppedClock()
  const tape = new MemoryTape(clock, { retainMs: 1000, retainBytes: 1e6 })
  await tape.append('c', [record(1), record(2)])
  const [first, second] = entriesOf(await readBatches(tape, 'oldest', 2))
  clock.time += 5000
  await tape.append('c', [record(3)])
  const batches = await readBatches(tape, first?.offset ?? '', 2)
  expect(batches[0]).toEqual({ kind: 'gap', from: first?.offset, to: second?.offset })
  expect(entriesOf(batches).map((entry) => entry.event)).toEqual([{ n: 3 }])
})

test('reading a new tape from an offset of an earlier tape returns a gap and then all entries', async () => {
  const clock = new SteppedClock()
  const earlier = new MemoryTape(clock)
  await earlier.append('c', [record(1)])
  const { newest } = await earlier.bounds('c')
  clock.time += 60_000
  const tape = new MemoryTape(clock)
  await tape.append('c', [record(2)])
  const batches = await readBatches(tape, newest ?? '', 2)
  expect(batches[0]).toEqual({ kind: 'gap', from: newest, to: '' })
  expect(entriesOf(batches).map((entry) => entry.event)).toEqual([{ n: 2 }])
})

test('when a tape in memory exceeds its byte limit, old entries are dropped, and the bounds begin at the oldest remaining entry', async () => {
  const tape = new MemoryTape(new SteppedClock(), { retainMs: 1e9, retainBytes: 20_000 })
  for (let n = 0; n < 500; n += 1) await tape.append(n % 2 ? 'c' : 'd', [record(n)])
  const entries = entriesOf(await readBatches(tape, 'oldest', 10))
  expect(entries.length).toBeLessThan(250)
  expect(entries[0]?.event).toEqual({ n: expect.any(Number) })
  const { oldest, newest } = await tape.bounds('c')
  expect(oldest).toBe(entries[0]?.offset)
  expect(newest).not.toBe(oldest)
})
