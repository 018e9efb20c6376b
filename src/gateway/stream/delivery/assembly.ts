import { headBytes, writeHead } from './frame.ts'
import { type PendingParts, rowLength } from './write-table.ts'

/**
 * Size of the shared buffer in bytes. A larger write gets a separate buffer; a smaller write that stalls keeps at most
 * this size in memory.
 */
const slabBytes = 64 * 1024
const listBegin = '['.charCodeAt(0)
const listEnd = ']'.charCodeAt(0)

/** Joins the parts of a write. Most writes share one buffer, because the kernel usually accepts a write at once. */
export class Assembly {
  #slab = Buffer.allocUnsafeSlow(slabBytes)
  #at = 0
  /** The last list, which is still intact in the shared buffer, and its parts. Without parts there is no such list. */
  #list: Buffer = this.#slab
  readonly #listed: Buffer[] = []
  #listedCount = 0

  joined(waiting: PendingParts): Buffer {
    const { only } = waiting
    if (only) return only
    const target = this.#space(waiting.bytes)
    waiting.fill(target, 0)
    return target
  }

  /**
   * One frame with a JSON list. Each part is an element with a leading comma. Reuses the last list if its parts are
   * equal.
   */
  list(waiting: PendingParts): Buffer {
    if (this.#isListed(waiting)) return this.#list
    const length = waiting.bytes + 1
    const head = headBytes(length)
    const target = this.#space(head + length)
    writeHead(target, length)
    target[waiting.fill(target, head)] = listEnd
    target[head] = listBegin
    this.#remember(target, waiting)
    return target
  }

  #isListed(waiting: PendingParts): boolean {
    const { count } = waiting
    if (count !== this.#listedCount) return false
    for (let n = 0; n < count; n += 1) if (this.#listed[n] !== waiting.part(n)) return false
    return true
  }

  #remember(list: Buffer, waiting: PendingParts): void {
    if (waiting.count > rowLength) return
    this.#list = list
    this.#listedCount = waiting.count
    for (let n = 0; n < waiting.count; n += 1) this.#listed[n] = waiting.part(n)
  }

  /** Prevents the reuse of a pending write's buffer. */
  retain(write: Buffer): void {
    if (write.buffer === this.#slab.buffer) this.#at = write.byteOffset + write.length
  }

  #space(bytes: number): Buffer {
    this.#listedCount = 0
    if (bytes > slabBytes) return Buffer.allocUnsafeSlow(bytes)
    if (this.#at + bytes > slabBytes) {
      this.#slab = Buffer.allocUnsafeSlow(slabBytes)
      this.#at = 0
    }
    return this.#slab.subarray(this.#at, this.#at + bytes)
  }
}
