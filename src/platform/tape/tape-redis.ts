import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from '../clock.ts'
import { Fenced } from '../leases/fenced.ts'
import { pause } from '../loop.ts'
import type {
  Fence,
  HeldPart,
  Log,
  Tape,
  TapeBatch,
  TapeEntry,
  TapeMark,
  TapeOffset,
  TapeRecord,
  WriterMark,
} from '../platform.ts'
import { connectRedis, pingRedis, type RedisConnection } from '../stores/redis.ts'
import { appendScript } from './append-script.ts'
import { BlockReader, type Form, headOf, jsonForm, type Row, writeBlock } from './block.ts'
import { copyDivided, type Division, dropParts } from './divide.ts'
import { TapeLayout } from './layout.ts'
import { MarkMoved } from './mark-moved.ts'
import { isAfter, keysOf, offsetAt, placeOf, type ReadEntry } from './place.ts'

export type RedisTapeOptions = {
  /** Entries older than this are dropped. */
  retainMs: number
  /** A channel holds at most about this much. */
  retainBytes: number
  /** Names of everything this tape keeps begin with this. */
  prefix: string
  form: Form
  /** Times are found to this precision. */
  markMs: number
  /** As the tape is divided (`layout.ts`). */
  shards: number
}

export const redisTapeDefaults: RedisTapeOptions = {
  retainMs: 60 * minuteMs,
  retainBytes: 4 * 1024 ** 3,
  prefix: 'tapewire:tape',
  form: jsonForm,
  markMs: 1_000,
  shards: 1,
}

/** Events of a block. */
const blockMax = 512
/** Events of an answer, about. */
const answerEvents = 2_048
const blockMs = 1_000
const retryMs = 500
/** A server without an answer for this long is given up: its successor may be known by now. */
const silentMs = 10_000

type Beginning = { after: TapeOffset; gap: TapeBatch | null }
/** The newest entry by lane; under `#` the number up to which it is whole, and since when, if not from the beginning. */
type NewestHash = Record<string, string> & { '#'?: string; '#since'?: string }
type Scripted = { appendToTape(...words: (string | number)[]): Promise<unknown> }
type Reading = { connection: RedisConnection; reader: BlockReader; last: TapeOffset; blocks: number; isShaken: boolean }

/** The tape in Redis or Valkey streams, one a channel: shared by all processes, kept over restarts (with AOF over crashes too). */
export class RedisTape implements Tape, AsyncDisposable {
  readonly shards: number
  readonly held = new Map<string, HeldPart>()
  readonly #url: string
  readonly #clock: Clock
  readonly #log: Log
  readonly #options: RedisTapeOptions
  readonly #writer: RedisConnection
  readonly #followers = new Set<RedisConnection>()
  /** The newest place that an append was answered with, by channel. */
  readonly #told = new Map<string, TapeOffset>()

  constructor(url: string, clock: Clock, log: Log, options: Partial<RedisTapeOptions> = {}) {
    this.#url = url
    this.#clock = clock
    this.#log = log
    this.#options = { ...redisTapeDefaults, ...options }
    this.shards = this.#options.shards
    this.#writer = connectRedis(url, log, { socketTimeout: silentMs })
    this.#writer.defineCommand('appendToTape', { numberOfKeys: 4, lua: appendScript })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const follower of this.#followers) follower.disconnect()
    this.#writer.disconnect()
  }

  /** Resolves when the server answers, of a cluster all; rejects with its reason when it does not. */
  ping(): Promise<void> {
    return pingRedis(this.#writer)
  }

  async append(channel: string, records: readonly TapeRecord[], fence?: Fence): Promise<void> {
    for (let at = 0; at < records.length || (at === 0 && fence); at += blockMax)
      await this.#append(channel, records.slice(at, at + blockMax), fence)
  }

  appendMarked(channel: string, records: readonly TapeRecord[], mark: WriterMark, fence?: Fence): Promise<void> {
    return this.#append(channel, records, fence, mark)
  }

  async markOf(channel: string, name: string): Promise<string> {
    return (await this.#writer.hget(this.#keys(channel)[1], `#writer ${name}`)) ?? ''
  }

  async trim(channel: string, upTo: TapeOffset): Promise<void> {
    const { epoch, position } = placeOf(upTo)
    await this.#writer.xtrim(this.#keys(channel)[0], 'MINID', offsetAt(epoch, position + 1))
  }

  async #append(channel: string, block: readonly TapeRecord[], fence?: Fence, mark?: WriterMark): Promise<void> {
    const { retainMs, retainBytes, markMs, form } = this.#options
    const answer = await (this.#writer as unknown as Scripted).appendToTape(
      ...this.#keys(channel),
      ...[retainMs, retainBytes, markMs, fence?.lease ?? '', fence?.token ?? 0, this.#told.get(channel) ?? ''],
      ...[mark?.name ?? '', mark?.before ?? '', mark?.after ?? ''],
      ...(block.length > 0 ? writeBlock(block, form) : []),
    )
    if (fence && answer === 0) throw new Fenced(fence.lease)
    if (mark && typeof answer === 'string') throw new MarkMoved(mark.name, answer.slice(1))
    if (Array.isArray(answer)) this.#note(channel, answer)
  }

  follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch> {
    const start = this.#begin(channel, from)
    // Thrown to the reader by its first step; before that nothing handles it.
    start.catch(() => undefined)
    return this.#read(channel, start, signal)
  }

  async bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }> {
    const [stream] = this.#keys(channel)
    // Sent together, so that neither sees an entry that was appended after this call.
    const [[oldest], [newest]] = await Promise.all([
      this.#writer.xrange(stream, '-', '+', 'COUNT', 1),
      this.#writer.xrevrange(stream, '+', '-', 'COUNT', 1),
    ])
    if (!oldest || !newest) return { oldest: null, newest: null }
    const { epoch, first } = headOf(oldest)
    return { oldest: offsetAt(epoch, first), newest: newest[0] }
  }

  async marks(channel: string): Promise<TapeMark[]> {
    return readMarks(await this.#writer.lrange(this.#keys(channel)[3], 0, -1))
  }

  async stateAt(channel: string, at: number): Promise<{ states: TapeEntry[]; from: TapeOffset | 'oldest' }> {
    const [stream, , newest, marks] = this.#keys(channel)
    const answers = await this.#writer
      .multi()
      .xrange(stream, '-', '+', 'COUNT', 1)
      .xrevrange(stream, '+', '-', 'COUNT', 1)
      .hgetall(newest)
      .lrange(marks, 0, -1)
      .exec()
    const [[oldest], [last], kept, markTexts] = (answers ?? []).map(([, answer]) => answer) as [
      Row[],
      Row[],
      NewestHash,
      string[],
    ]
    if (!oldest || !last) return { states: [], from: 'oldest' }
    const { '#': upTo, '#since': since = '0', ...lanes } = kept
    const isWhole = upTo === String(placeOf(last[0]).position)
    if (!isWhole || Number(since) > this.#clock.now() - this.#options.retainMs) return { states: [], from: 'oldest' }
    const from = beginningAt(at, oldest, last, readMarks(markTexts))
    const reader = new BlockReader(this.#options.form)
    const states = Object.entries(lanes)
      .map(([lane, text]) => reader.readNewest(lane, text))
      .map((entry) => ({ entry, place: placeOf(entry.offset) }))
      .filter(({ place }) => !isAfter(place, placeOf(from)))
      .sort((a, b) => (isAfter(a.place, b.place) ? 1 : -1))
      .map(({ entry }) => entry)
    return { states, from }
  }

  async divide(
    shards: number,
    { channels, keyOf, tell }: Pick<Division, 'channels' | 'keyOf' | 'tell'>,
  ): Promise<void> {
    const { prefix, form, markMs } = this.#options
    const division: Division = { prefix, form, markMs, channels, from: this.shards, to: shards, keyOf, tell }
    await using layout = new TapeLayout(this.#url, this.#log, { prefix })
    await layout.change(shards, async (redis) => {
      if (shards !== this.shards) await copyDivided(redis, division)
    })
    if (shards !== this.shards) await dropParts(this.#writer, division, this.shards)
  }

  #note(channel: string, [place, bytes, since, early]: unknown[]): void {
    this.#told.set(channel, String(place))
    const droppedEarly = (this.held.get(channel)?.droppedEarly ?? 0) + Number(early)
    this.held.set(channel, { bytes: Number(bytes), since: Number(since), droppedEarly })
  }

  /** Where reading begins: after a known place, and from the beginning where the place is of another tape. */
  async #begin(channel: string, from: string): Promise<Beginning> {
    const { oldest, newest } = await this.bounds(channel)
    const beginning = oldest === null ? '0-0' : placeBefore(oldest)
    if (from === 'now') return { after: newest ?? '0-0', gap: null }
    if (from === 'oldest') return { after: beginning, gap: null }
    if (newest === null || isAfter(placeOf(from), placeOf(newest)))
      return { after: beginning, gap: { kind: 'gap', from, to: '' } }
    return { after: from, gap: null }
  }

  async *#read(channel: string, begin: Promise<Beginning>, signal: AbortSignal): AsyncGenerator<TapeBatch> {
    const connection = connectRedis(this.#url, this.#log, { socketTimeout: silentMs })
    this.#followers.add(connection)
    const stop = (): void => connection.disconnect()
    signal.addEventListener('abort', stop)
    try {
      const { after, gap } = await begin
      if (gap) yield gap
      const reader = new BlockReader(this.#options.form)
      const reading: Reading = { connection, reader, last: after, blocks: 16, isShaken: false }
      while (!signal.aborted) {
        const batches = await this.#next(channel, reading, signal)
        for (const batch of batches) yield batch
      }
    } finally {
      signal.removeEventListener('abort', stop)
      this.#followers.delete(connection)
      connection.disconnect()
    }
  }

  /** What comes next, or nothing when a second passed or the server was away. */
  async #next(channel: string, reading: Reading, signal: AbortSignal): Promise<TapeBatch[]> {
    const [stream] = this.#keys(channel)
    try {
      if (reading.isShaken) {
        const [newest] = await reading.connection.xrevrange(stream, '+', '-', 'COUNT', 1)
        reading.isShaken = false
        const lost = newest && isAfter(placeOf(reading.last), placeOf(newest[0]))
        if (lost) return [stepBack(reading, newest[0])]
      }
      const found = await reading.connection.xread(
        ...(['COUNT', reading.blocks, 'BLOCK', blockMs, 'STREAMS', stream, reading.last] as const),
      )
      return toBatches(reading, found?.[0]?.[1] ?? [])
    } catch (error) {
      if (signal.aborted) return []
      this.#log.warn('the tape cannot be read now; trying again', { channel, error })
      reading.isShaken = true
      await pause(this.#clock, retryMs, signal)
      return []
    }
  }

  #keys(channel: string) {
    return keysOf(this.#options.prefix, channel)
  }
}

/** Rows that follow each other are one batch; a hole before one is a gap: trimmed before it was read, or another tape. */
function toBatches(reading: Reading, rows: readonly Row[]): TapeBatch[] {
  const batches: TapeBatch[] = []
  let entries: ReadEntry[] = []
  for (const row of rows) {
    const last = placeOf(reading.last)
    const { epoch, first, last: end } = headOf(row)
    const follows = epoch === last.epoch && first <= last.position + 1
    if (!follows && reading.last !== '0-0') {
      if (entries.length > 0) batches.push({ kind: 'entries', entries })
      entries = []
      const to = epoch === last.epoch ? offsetAt(epoch, first - 1) : ''
      batches.push({ kind: 'gap', from: reading.last, to })
    }
    reading.reader.read(row, follows ? last.position : 0, entries)
    reading.last = offsetAt(epoch, end)
  }
  if (entries.length > 0) batches.push({ kind: 'entries', entries })
  if (rows.length > 0) reading.blocks = blocksFor(rows.length, entries.length)
  return batches
}

/** As many blocks as have about as many events as an answer may have. */
function blocksFor(blocks: number, events: number): number {
  return Math.max(4, Math.min(blockMax, Math.round((answerEvents * blocks) / Math.max(1, events))))
}

/** A fail-over has lost what was read last: others will have its numbers. */
function stepBack(reading: Reading, newest: TapeOffset): TapeBatch {
  const gap: TapeBatch = { kind: 'gap', from: newest, to: reading.last }
  reading.last = newest
  return gap
}

function readMarks(texts: readonly string[]): TapeMark[] {
  return texts.map((text) => {
    const [at = '0', , offset = ''] = text.split(' ')
    return { at: Number(at), offset }
  })
}

/** The place after which everything since `at` is, and no more than about a second before it. */
function beginningAt(at: number, oldest: Row, last: Row, marks: readonly TapeMark[]): TapeOffset {
  if (headOf(last).at < at) return last[0]
  const mark = marks.findLast((one) => one.at < at)
  const { epoch, first } = headOf(oldest)
  return placeBefore(mark?.offset ?? offsetAt(epoch, first))
}

function placeBefore(offset: TapeOffset): TapeOffset {
  const { epoch, position } = placeOf(offset)
  return offsetAt(epoch, position - 1)
}
