import type { Redis } from 'iovalkey'
import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from '../clock.ts'
import { Fenced } from '../leases/fenced.ts'
import { pause } from '../loop.ts'
import type { Fence, Log, Tape, TapeBatch, TapeEntry, TapeOffset, TapeRecord } from '../platform.ts'
import { connectRedis } from '../stores/redis.ts'

export type RedisTapeOptions = {
  /** Entries older than this are dropped. */
  retainMs: number
  /** Names of everything this tape keeps begin with this. */
  prefix: string
}

export const redisTapeDefaults: RedisTapeOptions = { retainMs: 60 * minuteMs, prefix: 'tapewire:tape' }

const batchMax = 512
const blockMs = 1_000
const retryMs = 500

/**
 * Numbers, appends and trims in one step, so that a writer killed at any moment leaves no number without its entry.
 * Ids are `<start of the stream in ms>-<1, 2, 3 …>`: a hole in them is a gap. KEYS: stream, numbers by lane (and of the
 * stream itself under `#`; of leases, the highest fence), newest entry by lane. A writer of a release before does not keep
 * the latter: then `#since` says from when on it is whole. ARGV: how long to keep entries in ms, lease and fence (empty: none),
 * then lane and event in turn. Answers 0 to a fence that is below the highest. The time is the server's: readers judge by it how
 * late they are, and writers take turns.
 */
const appendScript = `
if ARGV[2] ~= '' then
  local highest = tonumber(redis.call('HGET', KEYS[2], '#fence ' .. ARGV[2]) or '0')
  if tonumber(ARGV[3]) < highest then return 0 end
  if tonumber(ARGV[3]) > highest then redis.call('HSET', KEYS[2], '#fence ' .. ARGV[2], ARGV[3]) end
end
if #ARGV < 4 then return 1 end
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
local now, first, keep = string.format('%.0f', ms), string.format('%.0f', ms * 1000 + 1), ms - tonumber(ARGV[1])
redis.call('HSETNX', KEYS[2], '#start', now)
local start = redis.call('HGET', KEYS[2], '#start')
local before = redis.call('HGET', KEYS[2], '#') or '0'
if (redis.call('HGET', KEYS[3], '#') or '0') ~= before then redis.call('HSET', KEYS[3], '#since', now) end
local newest = {}
for i = 4, #ARGV, 2 do
  local seq = redis.call('HINCRBY', KEYS[2], ARGV[i], 1)
  if seq == 1 then
    redis.call('HSET', KEYS[2], ARGV[i], first)
    seq = first
  else
    seq = string.format('%.0f', seq)
  end
  local place = string.format('%.0f', redis.call('HINCRBY', KEYS[2], '#', 1))
  redis.call('XADD', KEYS[1], start .. '-' .. place, 'a', now, 'l', ARGV[i], 's', seq, 'e', ARGV[i + 1])
  newest[ARGV[i]] = start .. '-' .. place .. ' ' .. now .. ' ' .. seq .. ' ' .. ARGV[i + 1]
  newest['#'] = place
end
for lane, text in pairs(newest) do redis.call('HSET', KEYS[3], lane, text) end
local oldest = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
if tonumber(oldest[1][2][2]) < keep then
  local stale = 0
  local held = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1000)
  for i = 1, #held - 1 do
    if tonumber(held[i][2][2]) >= keep then break end
    stale = i
  end
  if stale > 0 then redis.call('XTRIM', KEYS[1], 'MINID', held[stale + 1][1]) end
end
return 1`

type Beginning = { after: TapeOffset; gap: TapeBatch | null }
/** The newest entry by lane; under `#` the number up to which it is whole, and since when, if not from the beginning. */
type NewestHash = Record<string, string> & { '#'?: string; '#since'?: string }
type Row = [id: string, fields: string[]]

/** The tape in Redis or Valkey streams, one a channel: shared by all processes, kept over restarts (with AOF over crashes too). */
export class RedisTape implements Tape, AsyncDisposable {
  readonly #url: string
  readonly #clock: Clock
  readonly #log: Log
  readonly #options: RedisTapeOptions
  readonly #writer: Redis
  readonly #followers = new Set<Redis>()

  constructor(url: string, clock: Clock, log: Log, options: RedisTapeOptions = redisTapeDefaults) {
    this.#url = url
    this.#clock = clock
    this.#log = log
    this.#options = options
    this.#writer = connectRedis(this.#url, this.#log)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const follower of this.#followers) follower.disconnect()
    this.#writer.disconnect()
  }

  /** Resolves when the server answers; rejects with its reason when it does not. */
  async ping(): Promise<void> {
    await this.#writer.ping()
  }

  /** Of the server; Valkey answers with that of the Redis that it can replace. */
  async version(): Promise<string> {
    const info = await this.#writer.info('server')
    return /^redis_version:(\S+)/m.exec(info)?.[1] ?? ''
  }

  async append(channel: string, records: readonly TapeRecord[], fence?: Fence): Promise<void> {
    for (let at = 0; at < records.length || (at === 0 && fence); at += batchMax) {
      const words: string[] = []
      for (const { lane, event } of records.slice(at, at + batchMax)) words.push(lane, JSON.stringify(event))
      const done = await this.#writer.eval(
        appendScript,
        3,
        this.#stream(channel),
        this.#numbers(channel),
        this.#newest(channel),
        String(this.#options.retainMs),
        fence?.lease ?? '',
        String(fence?.token ?? 0),
        ...words,
      )
      if (fence && done === 0) throw new Fenced(fence.lease)
    }
  }

  follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch> {
    const start = this.#begin(channel, from)
    // Thrown to the reader by its first step; before that nothing handles it.
    start.catch(() => undefined)
    return this.#read(channel, start, signal)
  }

  async bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }> {
    // Sent together, so that neither sees an entry that was appended after this call.
    const [first, last] = await Promise.all([
      this.#writer.xrange(this.#stream(channel), '-', '+', 'COUNT', 1),
      this.#writer.xrevrange(this.#stream(channel), '+', '-', 'COUNT', 1),
    ])
    const [oldest] = first
    const [newest] = last
    return { oldest: oldest?.[0] ?? null, newest: newest?.[0] ?? null }
  }

  async stateAt(channel: string, at: number): Promise<{ states: TapeEntry[]; from: TapeOffset | 'oldest' }> {
    const [stream, newest] = [this.#stream(channel), this.#newest(channel)]
    const answers = await this.#writer
      .multi()
      .xrange(stream, '-', '+', 'COUNT', 1)
      .xrevrange(stream, '+', '-', 'COUNT', 1)
      .hgetall(newest)
      .exec()
    const [oldestRows, newestRows, kept] = (answers ?? []).map(([, answer]) => answer) as [Row[], Row[], NewestHash]
    const [oldest, last] = [oldestRows[0], newestRows[0]]
    if (!oldest || !last) return { states: [], from: 'oldest' }
    const { '#': upTo, '#since': since = '0', ...lanes } = kept
    const isWhole = upTo === String(sequenceOf(last[0])) && Number(since) <= this.#clock.now() - this.#options.retainMs
    if (!isWhole) return { states: [], from: 'oldest' }
    const from = await this.#placeOf(stream, at, sequenceOf(oldest[0]), last[0])
    const states = Object.entries(lanes)
      .map(([lane, text]) => toNewest(lane, text))
      .filter(({ offset }) => sequenceOf(offset) <= sequenceOf(from))
      .sort((a, b) => sequenceOf(a.offset) - sequenceOf(b.offset))
    return { states, from }
  }

  /** The place before the first entry that was appended at `at` or later. */
  async #placeOf(stream: string, at: number, oldest: number, newest: TapeOffset): Promise<TapeOffset> {
    const epoch = epochOf(newest)
    let [low, high] = [oldest, sequenceOf(newest) + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const [row] = await this.#writer.xrange(stream, `${epoch}-${middle}`, '+', 'COUNT', 1)
      if (!row || toEntry(row).at >= at) high = middle
      else low = middle + 1
    }
    return `${epoch}-${low - 1}`
  }

  /** Where reading begins: after a known place, and from the beginning where the place is of another tape. */
  async #begin(channel: string, from: string): Promise<Beginning> {
    const { oldest, newest } = await this.bounds(channel)
    if (from === 'now') return { after: newest ?? '0-0', gap: null }
    if (from === 'oldest') return { after: oldest ? placeBefore(oldest) : '0-0', gap: null }
    if (newest === null || epochOf(from) !== epochOf(newest) || sequenceOf(from) > sequenceOf(newest)) {
      return { after: oldest ? placeBefore(oldest) : '0-0', gap: { kind: 'gap', from, to: '' } }
    }
    return { after: from, gap: null }
  }

  async *#read(channel: string, begin: Promise<Beginning>, signal: AbortSignal): AsyncGenerator<TapeBatch> {
    const connection = connectRedis(this.#url, this.#log)
    this.#followers.add(connection)
    const stop = (): void => connection.disconnect()
    signal.addEventListener('abort', stop)
    try {
      const { after, gap } = await begin
      if (gap) yield gap
      let last = after
      while (!signal.aborted) {
        const entries = await this.#next(connection, channel, last, signal)
        const first = entries[0]
        if (!first) continue
        // Trimmed before it was read, or deleted and started again.
        if (last !== '0-0' && first.offset !== placeAfter(last)) {
          const sameTape = epochOf(first.offset) === epochOf(last)
          yield { kind: 'gap', from: last, to: sameTape ? placeBefore(first.offset) : '' }
        }
        last = entries.at(-1)?.offset ?? last
        yield { kind: 'entries', entries }
      }
    } finally {
      signal.removeEventListener('abort', stop)
      this.#followers.delete(connection)
      connection.disconnect()
    }
  }

  /** The next entries, or none when a second passed or the server was away. */
  async #next(connection: Redis, channel: string, after: string, signal: AbortSignal): Promise<TapeEntry[]> {
    try {
      const key = this.#stream(channel)
      const found = await connection.xread('COUNT', batchMax, 'BLOCK', blockMs, 'STREAMS', key, after)
      return (found?.[0]?.[1] ?? []).map(toEntry)
    } catch (error) {
      if (signal.aborted) return []
      this.#log.warn('the tape cannot be read now; trying again', { channel, error })
      await pause(this.#clock, retryMs, signal)
      return []
    }
  }

  #stream(channel: string): string {
    return `${this.#options.prefix}:{${channel}}`
  }

  #numbers(channel: string): string {
    return `${this.#options.prefix}:{${channel}}:numbers`
  }

  #newest(channel: string): string {
    return `${this.#options.prefix}:{${channel}}:newest`
  }
}

function toEntry([offset, fields]: Row): TapeEntry {
  const [, at = '0', , lane = '', , seq = '0', , event = 'null'] = fields
  return { offset, at: Number(at), lane, seq: Number(seq), event: JSON.parse(event) }
}

/** `offset at seq event`, as the script writes it. */
function toNewest(lane: string, text: string): TapeEntry {
  const [offset = '', at, seq] = text.split(' ', 3)
  const event = text.slice(`${offset} ${at} ${seq} `.length)
  return { offset, at: Number(at), lane, seq: Number(seq), event: JSON.parse(event) }
}

function epochOf(offset: TapeOffset): string {
  return offset.slice(0, offset.indexOf('-'))
}

function sequenceOf(offset: TapeOffset): number {
  return Number(offset.slice(offset.indexOf('-') + 1))
}

function placeAfter(offset: TapeOffset): TapeOffset {
  return `${epochOf(offset)}-${sequenceOf(offset) + 1}`
}

function placeBefore(offset: TapeOffset): TapeOffset {
  return `${epochOf(offset)}-${sequenceOf(offset) - 1}`
}
