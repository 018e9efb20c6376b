import { minuteMs } from '#src/contract/time.ts'
import type { Clock } from '../clock.ts'
import { Fenced } from '../leases/fenced.ts'
import type {
  Fence,
  HeldStats,
  Tape,
  TapeBatch,
  TapeEntry,
  TapeMark,
  TapeOffset,
  TapeRecord,
  WriterMark,
} from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { MarkMoved } from './mark-moved.ts'
import { offsetAt, parseOffset, ReadEntry } from './offset.ts'
import { roughBytes } from './rough-bytes.ts'

export type MemoryTapeBounds = {
  retainMs: number
  /** Approximate limit in bytes for all channels together. */
  retainBytes: number
}

/** Twenty minutes, because plans with delayed data read a quarter of an hour back. */
export const memoryTapeDefaults: MemoryTapeBounds = { retainMs: 20 * minuteMs, retainBytes: 64 * 1024 * 1024 }

const batchMax = 512

/** One append, in columns. Entries become objects only when they are read. */
type Chunk = { first: number; at: number; lanes: string[]; seqs: number[]; events: unknown[]; bytes: number }

/**
 * `name` is interned, so all entries share it. `bytes`: the size of the lane's first event in the append at `sizedAt`.
 */
type Lane = { name: string; seq: number; sizedAt: number; bytes: number }

type Channel = {
  chunks: Chunk[]
  next: number
  marks: Map<string, string>
  waiting: Set<() => void>
  bytes: number
  droppedEarly: number
}

/** The embedded tape: a ring in memory, bounded by time and bytes. A restart empties it and begins a new epoch. */
export class MemoryTape implements Tape {
  readonly shards: number
  readonly laneStart: number
  readonly #clock: Clock
  readonly #bounds: MemoryTapeBounds
  readonly #epoch: string
  readonly #channels = new Map<string, Channel>()
  readonly #lanes = new Map<string, Lane>()
  readonly #fences = new Map<string, number>()
  #bytes = 0

  constructor(clock: Clock, bounds: Partial<MemoryTapeBounds> = {}, shards = 1) {
    this.#clock = clock
    this.#bounds = { ...memoryTapeDefaults, ...bounds }
    this.shards = shards
    this.laneStart = clock.now() * 1000
    this.#epoch = String(this.laneStart)
  }

  async append(name: string, records: readonly TapeRecord[], fence?: Fence): Promise<void> {
    if (fence) this.#check(fence)
    if (records.length === 0) return
    const channel = this.#channel(name)
    const at = this.#clock.now()
    const chunk: Chunk = { first: channel.next, at, lanes: [], seqs: [], events: [], bytes: 96 * records.length }
    for (const record of records) {
      const lane = this.#lane(record.lane)
      lane.seq += 1
      chunk.lanes.push(lane.name)
      chunk.seqs.push(lane.seq)
      chunk.events.push(record.event)
      if (lane.sizedAt !== chunk.first) {
        lane.sizedAt = chunk.first
        lane.bytes = roughBytes(record.event)
      }
      chunk.bytes += lane.bytes
    }
    channel.next += records.length
    channel.chunks.push(chunk)
    channel.bytes += chunk.bytes
    this.#bytes += chunk.bytes
    this.#drop(at)
    for (const wake of channel.waiting) wake()
  }

  async appendMarked(name: string, records: readonly TapeRecord[], mark: WriterMark, fence?: Fence): Promise<void> {
    if (fence) this.#check(fence)
    const { marks } = this.#channel(name)
    const found = marks.get(mark.name) ?? ''
    if (found !== mark.before) throw new MarkMoved(mark.name, found)
    marks.set(mark.name, mark.after)
    await this.append(name, records)
  }

  async markOf(name: string, mark: string): Promise<string> {
    return this.#channel(name).marks.get(mark) ?? ''
  }

  async trim(name: string, upTo: TapeOffset): Promise<void> {
    const channel = this.#channel(name)
    const { position } = parseOffset(upTo)
    const kept = channel.chunks.findIndex(({ first, events }) => first + events.length - 1 > position)
    this.#shift(channel, kept === -1 ? channel.chunks.length : kept)
  }

  follow(name: string, from: TapeOffset | 'now' | 'oldest', signal: AbortSignal): AsyncIterable<TapeBatch> {
    const channel = this.#channel(name)
    if (from === 'now') return this.#read(channel, channel.next, signal)
    if (from === 'oldest') return this.#read(channel, this.#oldest(channel), signal)
    const { epoch, position } = parseOffset(from)
    if (epoch === this.#epoch && position < channel.next) {
      return this.#read(channel, position + 1, signal, from)
    }
    return this.#readAfterGap(channel, from, signal)
  }

  async bounds(name: string): Promise<{ oldest: TapeOffset | null; newest: TapeOffset | null }> {
    const channel = this.#channel(name)
    const oldest = this.#oldest(channel)
    if (oldest === channel.next) return { oldest: null, newest: null }
    return { oldest: this.#offset(oldest), newest: this.#offset(channel.next - 1) }
  }

  /** A reader reads the whole tape, which holds only the events of some minutes. */
  async stateAt(): Promise<{ states: readonly TapeEntry[]; from: 'oldest' }> {
    return { states: [], from: 'oldest' }
  }

  async divide(shards: number): Promise<void> {
    throw new SettingsError(`The tape is in the memory of this process: set TAPE_SHARDS=${shards} and start again.`)
  }

  async marks(): Promise<readonly TapeMark[]> {
    return []
  }

  get held(): ReadonlyMap<string, HeldStats> {
    const stats = [...this.#channels].map(([name, { chunks, bytes, droppedEarly }]) => {
      const since = chunks[0]?.at ?? this.#clock.now()
      return [name, { bytes, since, droppedEarly }] as const
    })
    return new Map(stats)
  }

  async *#readAfterGap(channel: Channel, from: TapeOffset, signal: AbortSignal): AsyncGenerator<TapeBatch> {
    const oldest = this.#oldest(channel)
    yield { kind: 'gap', from, to: oldest > 1 ? this.#offset(oldest - 1) : '' }
    yield* this.#read(channel, oldest, signal)
  }

  async *#read(
    channel: Channel,
    start: number,
    signal: AbortSignal,
    after: TapeOffset = this.#offset(start - 1),
  ): AsyncGenerator<TapeBatch> {
    let position = start
    let last = after
    while (!signal.aborted) {
      const oldest = this.#oldest(channel)
      if (position < oldest) {
        yield { kind: 'gap', from: last, to: this.#offset(oldest - 1) }
        position = oldest
      } else if (position === channel.next) {
        await woken(channel.waiting, signal)
      } else {
        const entries = this.#entries(channel.chunks, position)
        position += entries.length
        last = this.#offset(position - 1)
        yield { kind: 'entries', entries }
      }
    }
  }

  #check({ lease, token }: Fence): void {
    if (token < (this.#fences.get(lease) ?? 0)) throw new Fenced(lease)
    this.#fences.set(lease, token)
  }

  #channel(name: string): Channel {
    let channel = this.#channels.get(name)
    if (!channel) {
      channel = { chunks: [], next: 1, marks: new Map(), waiting: new Set(), bytes: 0, droppedEarly: 0 }
      this.#channels.set(name, channel)
    }
    return channel
  }

  #entries(chunks: readonly Chunk[], position: number): TapeEntry[] {
    const found: TapeEntry[] = []
    for (let index = chunkAt(chunks, position); index < chunks.length && found.length < batchMax; index += 1) {
      const chunk = chunks[index]
      if (!chunk) break
      const from = Math.max(0, position - chunk.first)
      const to = Math.min(chunk.events.length, from + batchMax - found.length)
      for (let n = from; n < to; n += 1) found.push(entryOf(this.#epoch, chunk, n))
    }
    return found
  }

  #lane(name: string): Lane {
    let lane = this.#lanes.get(name)
    if (!lane) {
      lane = { name, seq: this.laneStart, sizedAt: 0, bytes: 0 }
      this.#lanes.set(name, lane)
    }
    return lane
  }

  #offset(position: number): TapeOffset {
    return offsetAt(this.#epoch, position)
  }

  #oldest(channel: Channel): number {
    return channel.chunks[0]?.first ?? channel.next
  }

  #drop(now: number): void {
    const { retainMs } = this.#bounds
    for (const channel of this.#channels.values()) {
      // Old chunks are dropped many at a time, since each splice moves the rest of a long array.
      if ((channel.chunks[0]?.at ?? now) >= now - retainMs - retainMs / 32) continue
      const stale = channel.chunks.findIndex((chunk) => chunk.at >= now - retainMs)
      this.#shift(channel, stale === -1 ? channel.chunks.length : stale)
    }
    while (this.#bytes > this.#bounds.retainBytes) {
      const oldest = this.#channelOfOldestChunk()
      if (!oldest) return
      oldest.droppedEarly += this.#shift(oldest, Math.max(1, oldest.chunks.length >> 6))
    }
  }

  /** Drops the oldest `count` chunks. Returns the number of their entries. */
  #shift(channel: Channel, count: number): number {
    let entries = 0
    for (const chunk of count === 0 ? [] : channel.chunks.splice(0, count)) {
      entries += chunk.events.length
      channel.bytes -= chunk.bytes
      this.#bytes -= chunk.bytes
    }
    return entries
  }

  #channelOfOldestChunk(): Channel | undefined {
    let found: Channel | undefined
    for (const channel of this.#channels.values()) {
      const at = channel.chunks[0]?.at
      if (at !== undefined && at < (found?.chunks[0]?.at ?? Number.POSITIVE_INFINITY)) found = channel
    }
    return found
  }
}

function entryOf(epoch: string, { first, at, lanes, seqs, events }: Chunk, n: number): ReadEntry {
  return new ReadEntry(epoch, first + n, at, lanes[n] ?? '', seqs[n] ?? 0, events[n])
}

function chunkAt(chunks: readonly Chunk[], position: number): number {
  let low = 0
  let high = chunks.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((chunks[middle]?.first ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

function woken(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      waiting.delete(wake)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    waiting.add(wake)
    signal.addEventListener('abort', wake)
  })
}
