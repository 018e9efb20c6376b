import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from '../clock.ts'
import { Fenced } from '../leases/fenced.ts'
import { pause } from '../loop.ts'
import type {
  Fence,
  HeldStats,
  Log,
  Tape,
  TapeBatch,
  TapeEntry,
  TapeMark,
  TapeOffset,
  TapeRecord,
  WriterMark,
} from '../platform.ts'
import { connectRedis, probeRedis, type RedisConnection, timesOf } from '../stores/redis.ts'
import { appendScript } from './append-script.ts'
import { blockMax, type Position, stepBack, toBatches } from './batches.ts'
import { BlockReader, type Form, headOf, jsonForm, type Row, writeBlock } from './block.ts'
import { copyDivided, type Division, dropShards } from './divide.ts'
import { TapeLayout } from './layout.ts'
import { MarkMoved } from './mark-moved.ts'
import { isAfter, keysOf, offsetAt, parseOffset } from './offset.ts'
import { StreamReader } from './stream-reader.ts'

export type RedisTapeOptions = {
  retainMs: number
  /** Approximate limit in bytes for each channel. */
  retainBytes: number
  prefix: string
  form: Form
  markMs: number
  /** The number of shards, as `layout.ts` stores it. */
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

const retryMs = 500
/** After this time without an answer the connection is closed and opened again, possibly to another server. */
const silentMs = 10_000

type Beginning = { after: TapeOffset; gap: TapeBatch | null }
/** The newest entry of each lane. The hash is complete from time `#since` (absent: from the start) to position `#`. */
type NewestHash = Record<string, string> & { '#'?: string; '#since'?: string }
type Scripted = { appendToTape(...words: (string | number)[]): Promise<unknown> }
/**
 * `connection`: the number of the `StreamReader`'s connection when the entry at `last` was last requested.
 */
type Reading = Position & { connection: number }

/** The shared tape, one Redis or Valkey stream per channel. It survives restarts, and crashes with AOF. */
export class RedisTape implements Tape, AsyncDisposable {
  readonly shards: number
  readonly laneStart = null
  readonly held = new Map<string, HeldStats>()
  readonly #url: string
  readonly #clock: Clock
  readonly #log: Log
  readonly #options: RedisTapeOptions
  readonly #writer: RedisConnection
  readonly #streams: StreamReader
  /** The newest offset that an append returned, by channel. */
  readonly #appended = new Map<string, TapeOffset>()
  /** Whether the writer's server was demoted, and no probe has succeeded since. */
  #isDemoted = false

  constructor(url: string, clock: Clock, log: Log, options: Partial<RedisTapeOptions> = {}) {
    this.#url = url
    this.#clock = clock
    this.#log = log
    this.#options = { ...redisTapeDefaults, ...options }
    this.shards = this.#options.shards
    this.#writer = connectRedis(url, log, { socketTimeout: silentMs, onDemoted: () => this.#onDemoted() })
    this.#streams = new StreamReader(url, log, { socketTimeout: silentMs })
    this.#writer.defineCommand('appendToTape', { numberOfKeys: 4, lua: appendScript })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#streams[Symbol.asyncDispose]()
    this.#writer.disconnect()
  }

  /** Throws an error if Redis does not answer, and `TakesNoChanges` if it refuses a write. */
  async probe(): Promise<void> {
    await probeRedis(this.#writer)
    if (!this.#isDemoted) return
    this.#isDemoted = false
    this.#streams.reconnect()
  }

  /** The Unix time of each server, in ms. */
  times(): Promise<number[]> {
    return timesOf(this.#writer)
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
    const { epoch, position } = parseOffset(upTo)
    await this.#writer.xtrim(this.#keys(channel)[0], 'MINID', offsetAt(epoch, position + 1))
  }

  async #append(channel: string, block: readonly TapeRecord[], fence?: Fence, mark?: WriterMark): Promise<void> {
    const { retainMs, retainBytes, markMs, form } = this.#options
    const answer = await (this.#writer as unknown as Scripted).appendToTape(
      ...this.#keys(channel),
      ...[retainMs, retainBytes, markMs, fence?.lease ?? '', fence?.token ?? 0, this.#appended.get(channel) ?? ''],
      ...[mark?.name ?? '', mark?.before ?? '', mark?.after ?? ''],
      ...(block.length > 0 ? writeBlock(block, form) : []),
    )
    if (fence && answer === 0) throw new Fenced(fence.lease)
    if (mark && typeof answer === 'string') throw new MarkMoved(mark.name, answer.slice(1))
    if (Array.isArray(answer)) this.#note(channel, answer)
  }

  follow(channel: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch> {
    const start = this.#begin(channel, from)
    // A failure is thrown by the first read; until then it must not count as unhandled.
    start.catch(() => undefined)
    return this.#read(channel, start, signal)
  }

  async bounds(channel: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }> {
    const [stream] = this.#keys(channel)
    // Both commands are sent at once, so that hardly any entry is added or trimmed between them.
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
    const isWhole = upTo === String(parseOffset(last[0]).position)
    if (!isWhole || Number(since) > this.#clock.now() - this.#options.retainMs) return { states: [], from: 'oldest' }
    const from = beginningAt(at, oldest, last, readMarks(markTexts))
    const reader = new BlockReader(this.#options.form)
    const states = Object.entries(lanes)
      .map(([lane, text]) => reader.readNewest(lane, text))
      .map((entry) => ({ entry, parsed: parseOffset(entry.offset) }))
      .filter(({ parsed }) => !isAfter(parsed, parseOffset(from)))
      .sort((a, b) => (isAfter(a.parsed, b.parsed) ? 1 : -1))
      .map(({ entry }) => entry)
    return { states, from }
  }

  async divide(
    shards: number,
    { channels, keyOf, onProgress }: Pick<Division, 'channels' | 'keyOf' | 'onProgress'>,
  ): Promise<void> {
    const { prefix, form, markMs } = this.#options
    const division: Division = { prefix, form, markMs, channels, from: this.shards, to: shards, keyOf, onProgress }
    await using layout = new TapeLayout(this.#url, this.#log, { prefix })
    await layout.change(shards, async (redis) => {
      if (shards !== this.shards) await copyDivided(redis, division)
    })
    if (shards !== this.shards) await dropShards(this.#writer, division, this.shards)
  }

  #note(channel: string, [offset, bytes, since, early]: unknown[]): void {
    this.#appended.set(channel, String(offset))
    const droppedEarly = (this.held.get(channel)?.droppedEarly ?? 0) + Number(early)
    this.held.set(channel, { bytes: Number(bytes), since: Number(since), droppedEarly })
  }

  /** Where a reader begins. If `from` is after the newest entry, it begins at the oldest entry, with a gap. */
  async #begin(channel: string, from: string): Promise<Beginning> {
    const { oldest, newest } = await this.bounds(channel)
    const beginning = oldest === null ? '0-0' : offsetBefore(oldest)
    if (from === 'now') return { after: newest ?? '0-0', gap: null }
    if (from === 'oldest') return { after: beginning, gap: null }
    if (newest === null || isAfter(parseOffset(from), parseOffset(newest)))
      return { after: beginning, gap: { kind: 'gap', from, to: '' } }
    return { after: from, gap: null }
  }

  async *#read(channel: string, begin: Promise<Beginning>, signal: AbortSignal): AsyncGenerator<TapeBatch> {
    const { after, gap } = await begin
    if (gap) yield gap
    const reader = new BlockReader(this.#options.form)
    const reading: Reading = { connection: this.#streams.connection, reader, last: after, blocks: 16 }
    while (!signal.aborted) {
      const batches = await this.#next(channel, reading, signal)
      for (const batch of batches) yield batch
    }
  }

  /** The next batches; none after a wait without new entries, or after an error. */
  async #next(channel: string, reading: Reading, signal: AbortSignal): Promise<TapeBatch[]> {
    const [stream] = this.#keys(channel)
    const { connection } = this.#streams
    try {
      if (reading.connection !== connection) {
        const newest = await this.#streams.newest(stream)
        if (this.#streams.connection !== connection) return []
        reading.connection = connection
        const lost = newest && isAfter(parseOffset(reading.last), parseOffset(newest[0]))
        if (lost) return [stepBack(reading, newest[0])]
      }
      const rows = await this.#streams.read(stream, reading.last, reading.blocks, signal)
      return this.#streams.connection === connection ? toBatches(reading, rows) : []
    } catch (error) {
      if (signal.aborted) return []
      this.#log.warn('the tape cannot be read now; trying again', { channel, error })
      reading.connection = -1
      await pause(this.#clock, retryMs, signal)
      return []
    }
  }

  /**
   * Reconnects the readers. They do not notice a demotion, because a replica answers reads; an isolated replica gets no
   * new entries.
   */
  #onDemoted(): void {
    this.#isDemoted = true
    this.#streams.reconnect()
  }

  #keys(channel: string) {
    return keysOf(this.#options.prefix, channel)
  }
}

function readMarks(texts: readonly string[]): TapeMark[] {
  return texts.map((text) => {
    const [at = '0', , offset = ''] = text.split(' ')
    return { at: Number(at), offset }
  })
}

/** The offset before the first entry since `at`. It may be too early by about one mark. */
function beginningAt(at: number, oldest: Row, last: Row, marks: readonly TapeMark[]): TapeOffset {
  if (headOf(last).at < at) return last[0]
  const mark = marks.findLast((one) => one.at < at)
  const { epoch, first } = headOf(oldest)
  return offsetBefore(mark?.offset ?? offsetAt(epoch, first))
}

function offsetBefore(offset: TapeOffset): TapeOffset {
  const { epoch, position } = parseOffset(offset)
  return offsetAt(epoch, position - 1)
}
