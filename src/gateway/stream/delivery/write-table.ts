import type { FlushQueue } from './flush-queue.ts'

/** The number of parts per row. The outbox's list holds further parts. */
export const rowLength = 256
/** After this number of parts all outboxes are flushed. Then no row refers to a part, and all parts are dropped. */
const partsMax = 16_384
/** The value of a row's count of parts while the row accepts no parts. */
const shut = rowLength + 1

export interface PendingParts {
  readonly count: number
  readonly bytes: number
  readonly only: Buffer | null
  part(n: number): Buffer
  fill(target: Buffer, at: number): number
  clear(): void
}

/** Fills the entries of `#parts` from `#noted` on. Nothing reads these entries. */
const noPart = Buffer.alloc(0)

/**
 * The next write of each socket, as a row of part numbers. An event for thousands of sockets is thousands of small
 * writes to memory that the garbage collector never scans.
 */
export class WriteTable {
  readonly #queue: FlushQueue
  /** Only the first `#noted` entries are valid. The arrays are not shortened, so that they need not grow again. */
  readonly #parts: Buffer[] = []
  readonly #lengths: number[] = []
  #noted = 0
  #counts = new Int32Array(64)
  #cells = new Int32Array(64 * rowLength)
  #rows = 0
  readonly #free: number[] = []
  #restart: NodeJS.Immediate | null = null

  constructor(queue: FlushQueue) {
    this.#queue = queue
    queue.whenIdle(() => {
      this.#restart ??= setImmediate(() => this.#restartIfIdle())
    })
  }

  /**
   * Gives a part the number by which rows refer to it. The number is valid until the end of this turn of the event
   * loop.
   */
  note(part: Buffer): number {
    const number = this.#noted
    if (number === partsMax) setImmediate(() => this.#turnOver())
    this.#parts[number] = part
    this.#lengths[number] = part.length
    this.#noted += 1
    return number
  }

  /**
   * Adds a part. Returns false without adding it if it is the row's first part, or the row is full or closed; the
   * row's owner handles these cases.
   */
  add(row: number, partNumber: number): boolean {
    const count = this.#counts[row] ?? 0
    if (count === 0 || count >= rowLength) return false
    this.#cells[row * rowLength + count] = partNumber
    this.#counts[row] = count + 1
    return true
  }

  open(): WriteRow {
    const free = this.#free.pop()
    if (free !== undefined) return new WriteRow(this, free)
    if (this.#rows === this.#counts.length) this.#grow()
    this.#rows += 1
    return new WriteRow(this, this.#rows - 1)
  }

  count(row: number): number {
    return this.#counts[row] ?? 0
  }

  /** Adds a part to a row that is neither full nor closed. */
  put(row: number, partNumber: number): void {
    const count = this.#counts[row] ?? 0
    this.#cells[row * rowLength + count] = partNumber
    this.#counts[row] = count + 1
  }

  shut(row: number): void {
    this.#counts[row] = shut
  }

  clear(row: number): void {
    this.#counts[row] = 0
  }

  part(row: number, n: number): Buffer {
    return this.#parts[this.#cells[row * rowLength + n] ?? 0] ?? noPart
  }

  bytes(row: number, count: number): number {
    const from = row * rowLength
    let sum = 0
    for (let n = from; n < from + count; n += 1) sum += this.#lengths[this.#cells[n] ?? 0] ?? 0
    return sum
  }

  release(row: number): void {
    this.#counts[row] = 0
    this.#free.push(row)
  }

  #turnOver(): void {
    this.#queue.flushAll()
    this.#letGo()
  }

  /** Runs in a separate turn of the event loop, because a flush can happen before a delivered part is in all rows. */
  #restartIfIdle(): void {
    this.#restart = null
    if (this.#queue.isIdle) this.#letGo()
  }

  /**
   * Drops all parts, to which no row refers by now. Each part is a slice, which would keep its whole block in memory.
   */
  #letGo(): void {
    this.#parts.fill(noPart, 0, this.#noted)
    this.#noted = 0
  }

  #grow(): void {
    const [counts, cells] = [this.#counts, this.#cells]
    this.#counts = new Int32Array(2 * counts.length)
    this.#counts.set(counts)
    this.#cells = new Int32Array(2 * cells.length)
    this.#cells.set(cells)
  }
}

/** One socket's row, reused once the socket and every lane have released it. */
export class WriteRow implements PendingParts {
  readonly index: number
  readonly #table: WriteTable
  #holds = 1

  constructor(table: WriteTable, index: number) {
    this.#table = table
    this.index = index
  }

  get count(): number {
    const count = this.#table.count(this.index)
    return count === shut ? 0 : count
  }

  get isFull(): boolean {
    return this.count === rowLength
  }

  get bytes(): number {
    return this.#table.bytes(this.index, this.count)
  }

  get only(): Buffer | null {
    return this.count === 1 ? this.part(0) : null
  }

  put(partNumber: number): void {
    this.#table.put(this.index, partNumber)
  }

  part(n: number): Buffer {
    return this.#table.part(this.index, n)
  }

  fill(target: Buffer, from: number): number {
    const { count } = this
    let at = from
    for (let n = 0; n < count; n += 1) {
      const part = this.part(n)
      target.set(part, at)
      at += part.length
    }
    return at
  }

  clear(): void {
    this.#table.clear(this.index)
  }

  shut(): void {
    this.#table.shut(this.index)
  }

  hold(): void {
    this.#holds += 1
  }

  letGo(): void {
    this.#holds -= 1
    if (this.#holds === 0) this.#table.release(this.index)
  }
}

/** Parts that do not fit into a row, or wait longer than a row can keep them. */
export class PartList implements PendingParts {
  #parts: Buffer[] = []
  bytes = 0

  get count(): number {
    return this.#parts.length
  }

  get only(): Buffer | null {
    return this.#parts.length === 1 ? (this.#parts[0] ?? null) : null
  }

  part(n: number): Buffer {
    return this.#parts[n] ?? noPart
  }

  push(part: Buffer): void {
    this.#parts.push(part)
    this.bytes += part.length
  }

  drain(row: WriteRow): void {
    for (let n = 0; n < row.count; n += 1) this.push(row.part(n))
    row.clear()
  }

  fill(target: Buffer, from: number): number {
    let at = from
    for (const part of this.#parts) {
      target.set(part, at)
      at += part.length
    }
    return at
  }

  clear(): void {
    this.#parts = []
    this.bytes = 0
  }
}
