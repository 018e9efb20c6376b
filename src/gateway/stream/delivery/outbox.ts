import type { Duplex } from 'node:stream'
import type { GapFrame } from '#src/contract/stream.ts'
import type { Assembly } from './assembly.ts'
import type { FlushQueue } from './flush-queue.ts'
import type { ControlFrame, EncodedEvent } from './frame.ts'
import type { Packing } from './packing.ts'
import { PartList, type WriteRow, type WriteTable } from './write-table.ts'

/** An empty write that reports the end of a pending write. Most writes complete at once and need no callback. */
const nothing = Buffer.alloc(0)

/** The value of `#behindSince` while the reader keeps up. */
const notBehind = -1

export type OutboxBudget = {
  /** The budget for ticks of a reader that is behind, in bytes. */
  heldBytes: number
  /** The limit for all unsent data, in bytes; above it the socket closes. */
  totalBytes: number
  /** A write that is pending for longer than this closes the socket. */
  stalledMs: number
}

export const outboxBudget: OutboxBudget = { heldBytes: 64 * 1024, totalBytes: 1024 * 1024, stalledMs: 30_000 }

export type OutboxShared = {
  writeTable: WriteTable
  queue: FlushQueue
  assembly: Assembly
  budget: OutboxBudget
  /** Elapsed ms. */
  now: () => number
}

export type OutboxOptions = {
  socket: Duplex
  packing: Packing
  announcesGaps: boolean
  /** Returns the texts of a response or announcement in the socket's protocol. */
  write: (frame: ControlFrame) => readonly string[]
  gapFrame: (name: string, dropped: Gap) => GapFrame
  onOverflow: () => void
}

/** Numbers of a lane that a reader does not get. `since`: the time at which the first of them was appended, ms. */
export type Gap = { lane: string; from: number; to: number; since: number }

/**
 * All unsent data of one socket. While the reader keeps up, frames are joined into one write. While a write is pending
 * in the kernel, newer quotes, depths and bar states replace older ones (`skipped` counts them). Ticks wait within a
 * budget; above the budget, ticks become an announced gap, or the socket closes.
 */
export class Outbox {
  readonly batched: boolean
  /** Flush phase of a batched outbox; null for a plain outbox. */
  readonly phase: number | null
  /** Whether the client accepts gap announcements. If not, the loss of a tick closes the socket. */
  readonly announcesGaps: boolean
  /** The parts of the next write while the reader keeps up. `FanOut` adds parts directly. */
  readonly row: WriteRow
  readonly #packing: Packing
  readonly #write: (frame: ControlFrame) => readonly string[]
  readonly #socket: Duplex
  readonly #table: WriteTable
  readonly #queue: FlushQueue
  readonly #assembly: Assembly
  readonly #budget: OutboxBudget
  readonly #now: () => number
  readonly #gapFrame: (name: string, dropped: Gap) => GapFrame
  readonly #onOverflow: () => void
  readonly #written = (): void => this.#onWritten()
  /** Parts that precede the row: its overflow, and parts that were kept while the reader was behind. */
  readonly #aside = new PartList()
  #replyBytes = 0
  #queued = false
  /** Whether the kernel has not yet accepted the last write completely. */
  #isWriting = false
  #behindSince = notBehind
  #held: EncodedEvent[] = []
  #heldBytes = 0
  #newest: Map<string, { event: EncodedEvent; skipped: number }> | null = null
  #newestBytes = 0
  #dropped: Map<string, Gap> | null = null
  #closed = false
  #waiting: (() => void)[] = []
  #lastWriteAt: number

  constructor(options: OutboxShared & OutboxOptions) {
    this.#socket = options.socket
    this.#table = options.writeTable
    this.row = options.writeTable.open()
    this.#queue = options.queue
    this.#assembly = options.assembly
    this.#packing = options.packing
    this.#write = options.write
    this.batched = options.packing.batched
    this.phase = this.batched ? options.queue.join() : null
    this.announcesGaps = options.announcesGaps
    this.#budget = options.budget
    this.#now = options.now
    this.#gapFrame = options.gapFrame
    this.#onOverflow = options.onOverflow
    this.#lastWriteAt = options.now()
  }

  formOf(event: EncodedEvent): Buffer {
    return this.batched ? event.element : event.frame
  }

  /** `partNumber`: the event's number in the write table. While the reader keeps up, most events enter the row. */
  deliver(event: EncodedEvent, partNumber: number = this.#table.note(this.formOf(event))): void {
    if (this.#closed) return
    if (this.#behindSince !== notBehind) this.#hold(event)
    else this.#append(partNumber)
  }

  /** Records lost ticks: announces the gap, or closes a socket that accepts no announcements. */
  recordGap(name: string, dropped: Gap): void {
    if (this.#closed) return
    if (!this.announcesGaps) this.#overflow()
    else if (this.#behindSince === notBehind) this.reply(this.#gapFrame(name, dropped))
    else {
      this.#dropped ??= new Map()
      const known = this.#dropped.get(name)
      this.#dropped.set(name, known ? { ...known, to: dropped.to } : dropped)
    }
  }

  /** Sends a response or announcement, in order with earlier events and never conflated. */
  reply(frame: ControlFrame): void {
    if (this.#closed) return
    for (const text of this.#write(frame)) {
      const part = this.#packing.part(text)
      if (this.#behindSince === notBehind) this.#append(this.#table.note(part))
      else this.#aside.push(part)
      this.#replyBytes += text.length
    }
    this.#checkBudget()
  }

  flush(): void {
    this.#queued = false
    if (this.#closed || this.#behindSince !== notBehind) return
    if (!this.#isWriting) {
      this.#send()
      return
    }
    this.#behindSince = this.#now()
    this.#setAside()
    this.row.shut()
  }

  close(): void {
    if (this.#closed) return
    if (!this.#isWriting) this.#send()
    this.#closed = true
    this.#aside.clear()
    this.row.shut()
    this.row.letGo()
    this.#forget()
    this.#wake()
  }

  #wake(): void {
    if (this.#waiting.length === 0) return
    for (const wake of this.#waiting.splice(0)) wake()
  }

  /** Resolves when earlier output has been sent, so that a long response never accumulates in memory. */
  async drained(): Promise<void> {
    while (this.isLoaded) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Whether further output should wait until unsent data has been sent. */
  get isLoaded(): boolean {
    return !this.#closed && (this.#behindSince !== notBehind || this.#nextBytes > this.#budget.totalBytes / 4)
  }

  get #nextBytes(): number {
    return this.#aside.bytes + this.row.bytes
  }

  get isStalled(): boolean {
    return this.#behindSince !== notBehind && this.#now() - this.#behindSince > this.#budget.stalledMs
  }

  get isBehind(): boolean {
    return this.#behindSince !== notBehind
  }

  #append(partNumber: number): void {
    if (this.row.isFull) this.#setAside()
    this.row.put(partNumber)
    if (this.#queued) return
    this.#queued = true
    this.#queue.add(this)
  }

  #setAside(): void {
    this.#aside.drain(this.row)
  }

  /** Whether no data was sent for `ms` although the reader keeps up. */
  isQuiet(ms: number): boolean {
    return this.#now() - this.#lastWriteAt >= ms && !this.isBehind
  }

  #send(): void {
    if (this.#aside.count > 0) this.#setAside()
    const next = this.#aside.count > 0 ? this.#aside : this.row
    if (next.count === 0) return
    const write = this.#packing.joined(this.#assembly, next)
    next.clear()
    this.#replyBytes = 0
    this.#lastWriteAt = this.#now()
    this.#socket.write(write)
    if (this.#socket.writableLength === 0) {
      this.#wake()
      return
    }
    this.#assembly.retain(write)
    this.#isWriting = true
    this.#socket.write(nothing, this.#written)
  }

  #onWritten(): void {
    this.#isWriting = false
    if (this.#closed) return
    if (this.#behindSince !== notBehind) {
      this.#behindSince = notBehind
      this.#release()
      this.row.clear()
      this.#send()
    }
    this.#wake()
  }

  #hold(event: EncodedEvent): void {
    if (this.#closed) return
    if (event.keep === 'newest') this.#holdNewest(event)
    else this.#holdEach(event)
    this.#checkBudget()
  }

  #holdNewest(event: EncodedEvent): void {
    this.#newest ??= new Map()
    const older = this.#newest.get(event.conflationKey)
    if (older) this.#newestBytes -= older.event.body.length
    this.#newestBytes += event.body.length
    this.#newest.set(event.conflationKey, { event, skipped: older ? older.skipped + 1 : 0 })
  }

  #holdEach(event: EncodedEvent): void {
    const dropped = this.#dropped?.get(event.name)
    if (dropped) {
      dropped.to = event.seq
      return
    }
    if (this.#heldBytes + event.body.length <= this.#budget.heldBytes) {
      this.#held.push(event)
      this.#heldBytes += event.body.length
      return
    }
    if (!this.announcesGaps) {
      this.#overflow()
      return
    }
    this.#dropped ??= new Map()
    this.#dropped.set(event.name, { lane: event.conflationKey, from: event.seq, to: event.seq, since: event.at })
  }

  #checkBudget(): void {
    if (this.#closed) return
    const unsent = this.#isWriting ? this.#socket.writableLength : 0
    if (unsent + this.#replyBytes + this.#heldBytes + this.#newestBytes > this.#budget.totalBytes) this.#overflow()
  }

  #overflow(): void {
    this.#forget()
    this.#onOverflow()
  }

  #release(): void {
    const { part } = this.#packing
    for (const event of this.#held) this.#aside.push(this.formOf(event))
    for (const [name, dropped] of this.#dropped ?? [])
      for (const text of this.#write(this.#gapFrame(name, dropped))) this.#aside.push(part(text))
    for (const { event, skipped } of this.#newest?.values() ?? [])
      this.#aside.push(part(skipped === 0 ? event.body : event.spelling.withSkipped(event.body, skipped)))
    this.#forget()
  }

  #forget(): void {
    this.#held = []
    this.#heldBytes = 0
    this.#newest = null
    this.#newestBytes = 0
    this.#dropped = null
  }
}
