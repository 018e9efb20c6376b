/** Lines of ASCII for the store, written straight into bytes: strings would keep the garbage collector busy. */
export class RowBytes {
  #bytes = Buffer.allocUnsafe(1 << 20)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** `text[start, end)`. */
  span(text: string, start: number, end: number): void {
    this.#makeRoom(end - start)
    const bytes = this.#bytes
    let at = this.#length
    for (let from = start; from < end; from += 1) bytes[at++] = text.charCodeAt(from)
    this.#length = at
  }

  text(text: string): void {
    this.span(text, 0, text.length)
  }

  /** A number in its JSON form. */
  number(value: number): void {
    if (Number.isSafeInteger(value)) this.whole(value)
    else this.text(String(value))
  }

  whole(value: number): void {
    if (value < 0 || value >= 1e15) {
      this.text(String(value))
      return
    }
    this.#makeRoom(16)
    let digits = 1
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits += 1
    let left = value
    for (let at = this.#length + digits - 1; at >= this.#length; at -= 1) {
      const next = Math.floor(left / 10)
      this.#bytes[at] = 48 + (left - next * 10)
      left = next
    }
    this.#length += digits
  }

  /** Returns the bytes so far and starts empty. */
  drain(): Buffer {
    const all = this.#bytes.subarray(0, this.#length)
    this.#bytes = Buffer.allocUnsafe(this.#bytes.length)
    this.#length = 0
    return all
  }

  #makeRoom(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
