import { shardName, shardNames, shardOf } from '../addressing/shards.ts'
import type { RedisConnection } from '../stores/redis.ts'
import { BlockReader, type Form, headOf, type Row, writeBlock } from './block.ts'
import { keysOf, type ReadEntry } from './offset.ts'

export type Division = {
  prefix: string
  form: Form
  markMs: number
  channels: readonly string[]
  from: number
  to: number
  /** The key by which a lane is assigned to a shard. */
  keyOf(lane: string): string
  onProgress(events: number): void
}

const readBlocks = 64

/** A shard that is being written. No process reads it before all shards are complete. */
type ShardCopy = {
  name: string
  start: string
  count: number
  bytes: number
  marked: { at: number; bytes: number } | null
  newest: Map<string, string>
  numbers: Map<string, number>
}

/** Copies the tape to another number of shards: events with times and numbers, and the newest event of each lane. */
export async function copyDivided(redis: RedisConnection, division: Division): Promise<void> {
  let copied = 0
  for (const channel of division.channels) {
    const copies = await beginShards(redis, division, channel)
    for await (const row of merged(redis, division, channel)) {
      copied += await copyBlock(redis, division, copies, row)
      division.onProgress(copied)
    }
    await copyLanes(redis, division, channel, copies)
  }
}

/** Deletes the shards of the former division. After an interruption, the next division deletes them. */
export async function dropShards(
  redis: RedisConnection,
  { prefix, channels }: Division,
  shards: number,
): Promise<void> {
  for (const channel of channels)
    for (const name of shardNames(channel, shards)) await redis.del(...keysOf(prefix, name))
}

async function beginShards(redis: RedisConnection, division: Division, channel: string): Promise<ShardCopy[]> {
  await dropShards(redis, { ...division, channels: [channel] }, division.to)
  const start = String(Date.now())
  const fresh = { start, count: 0, bytes: 0, marked: null }
  return shardNames(channel, division.to).map((name) => ({ ...fresh, name, newest: new Map(), numbers: new Map() }))
}

/** The blocks of all shards, merged by time. */
async function* merged(redis: RedisConnection, { prefix, from }: Division, channel: string): AsyncGenerator<Row> {
  const streams = shardNames(channel, from).map((name) => blocksOf(redis, keysOf(prefix, name)[0]))
  const heads = await Promise.all(streams.map((stream) => stream.next()))
  while (true) {
    let first = -1
    for (const [n, { value, done }] of heads.entries()) {
      const best = heads[first]?.value
      if (!done && (!best || headOf(value).at < headOf(best).at)) first = n
    }
    const stream = streams[first]
    const row = heads[first]?.value
    if (!stream || !row) return
    yield row
    heads[first] = await stream.next()
  }
}

async function* blocksOf(redis: RedisConnection, key: string): AsyncGenerator<Row, undefined> {
  let after = '-'
  while (true) {
    const rows = await redis.xrange(key, after, '+', 'COUNT', readBlocks)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = `(${last[0]}`
  }
}

async function copyBlock(redis: RedisConnection, division: Division, copies: readonly ShardCopy[], row: Row) {
  const { prefix, form, markMs, keyOf } = division
  const entries: ReadEntry[] = []
  new BlockReader(form).read(row, 0, entries)
  for (const [shard, own] of byShard(entries, copies.length, keyOf)) {
    const copy = copies[shard]
    if (!copy) continue
    const [stream, , , marks] = keysOf(prefix, copy.name)
    const { at } = headOf(row)
    const [body = ''] = writeBlock(own, form).map(String)
    const seqs = new Map(own.map(({ lane, seq }) => [lane, seq]))
    const head = `${at} ${own.length} ${[...seqs.values()].join(' ')}`
    if (copy.marked === null || at - copy.marked.at >= markMs) {
      await redis.rpush(marks, `${at} ${copy.bytes} ${copy.start}-${copy.count + 1}`)
      copy.marked = { at, bytes: copy.bytes }
    }
    for (const [n, { lane, seq, event }] of own.entries()) {
      copy.numbers.set(lane, seq)
      copy.newest.set(lane, `${copy.start}-${copy.count + n + 1} ${at} ${seq} ${form.write(lane, event)}`)
    }
    copy.count += own.length
    copy.bytes += Buffer.byteLength(head) + Buffer.byteLength(body) + 32
    await redis.xadd(stream, `${copy.start}-${copy.count}`, 'h', head, 'b', body)
  }
  return entries.length
}

function byShard(entries: readonly ReadEntry[], shards: number, keyOf: Division['keyOf']): Map<number, ReadEntry[]> {
  const found = new Map<number, ReadEntry[]>()
  for (const entry of entries) {
    const shard = shardOf(keyOf(entry.lane), shards)
    const own = found.get(shard)
    if (own) own.push(entry)
    else found.set(shard, [entry])
  }
  return found
}

/** Copies numbers, fences, and the newest events of lanes whose entries were trimmed. */
async function copyLanes(
  redis: RedisConnection,
  { prefix, from, to, keyOf }: Division,
  channel: string,
  copies: ShardCopy[],
) {
  const fences = new Map<string, number>()
  let [floor, since] = [0, 0]
  const copyOf = (lane: string) => copies[shardOf(keyOf(lane), to)]
  for (let shard = 0; shard < from; shard += 1) {
    const [, numbers, newest] = keysOf(prefix, shardName(channel, shard, from))
    const [counted, kept] = await Promise.all([redis.hgetall(numbers), redis.hgetall(newest)])
    for (const [name, value] of Object.entries(counted))
      if (name.startsWith('#fence ')) fences.set(name, Math.max(Number(value), fences.get(name) ?? 0))
      else if (!name.startsWith('#')) copyOf(name)?.numbers.set(name, Number(value))
    for (const [lane, text] of Object.entries(kept)) {
      const known = copyOf(lane)
      if (lane.startsWith('#') || !known || known.newest.has(lane)) continue
      known.newest.set(lane, text.replace(/^\S+/, `${known.start}-0`))
    }
    floor = Math.max(floor, Number(counted['#floor'] ?? 0))
    since = Math.max(since, Number(kept['#since'] ?? 0), (kept['#'] ?? '0') === (counted['#'] ?? '0') ? 0 : Date.now())
  }
  for (const one of copies) {
    const [, numbers, newest] = keysOf(prefix, one.name)
    const state = { '#start': one.start, '#': one.count, '#bytes': one.bytes, ...(floor > 0 && { '#floor': floor }) }
    const marked = one.marked && { '#marked': `${one.marked.at} ${one.marked.bytes}` }
    await redis.hset(numbers, {
      ...Object.fromEntries(one.numbers),
      ...Object.fromEntries(fences),
      ...state,
      ...marked,
    })
    const whole = { '#': one.count, ...(since > 0 && { '#since': since }) }
    await redis.hset(newest, { ...Object.fromEntries(one.newest), ...whole })
  }
}
