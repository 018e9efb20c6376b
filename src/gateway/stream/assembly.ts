import { headBytes, writeHead } from './frame.ts'

/** A write that is larger gets memory of its own; one that a reader does not take holds no more than this. */
const slabBytes = 64 * 1024
const listBegin = '['.charCodeAt(0)
const listEnd = ']'.charCodeAt(0)

/** The first `count` of the slots, together so many bytes. */
export type Parts = { slots: readonly Buffer[]; count: number; bytes: number }

/**
 * Where the parts of a write are put together. What the kernel takes at once has left its place free for the next write; so
 * nearly all of them share one place, which stays in the processor's cache.
 */
export class Assembly {
  #slab = Buffer.allocUnsafeSlow(slabBytes)
  #at = 0

  /** The parts, one after another. */
  joined(parts: Parts): Buffer {
    const { slots, count, bytes } = parts
    const [first] = slots
    if (first && count === 1) return first
    const place = this.#place(bytes)
    fill(place, 0, parts)
    return place
  }

  /** One frame with a JSON list; each part is an element behind a comma. */
  list(parts: Parts): Buffer {
    const length = parts.bytes + 1
    const head = headBytes(length)
    const place = this.#place(head + length)
    writeHead(place, length)
    place[fill(place, head, parts)] = listEnd
    place[head] = listBegin
    return place
  }

  /** The write that was put together last is still under way: its place is not used again. */
  keep(write: Buffer): void {
    if (write.buffer === this.#slab.buffer) this.#at = write.byteOffset + write.length
  }

  #place(bytes: number): Buffer {
    if (bytes > slabBytes) return Buffer.allocUnsafeSlow(bytes)
    if (this.#at + bytes > slabBytes) {
      this.#slab = Buffer.allocUnsafeSlow(slabBytes)
      this.#at = 0
    }
    return this.#slab.subarray(this.#at, this.#at + bytes)
  }
}

function fill(place: Buffer, from: number, { slots, count }: Parts): number {
  let at = from
  for (let n = 0; n < count; n += 1) {
    const part = slots[n] as Buffer
    place.set(part, at)
    at += part.length
  }
  return at
}
