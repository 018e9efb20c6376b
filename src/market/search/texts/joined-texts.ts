const end = '\n'

/** Many short texts in one string: one scan finds a substring of any of them, and none costs an object. */
export class JoinedTexts {
  readonly #joined: string
  readonly #starts: Uint32Array
  readonly longest: number

  constructor(texts: readonly string[]) {
    this.#starts = new Uint32Array(texts.length + 1)
    let at = 1
    let longest = 0
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = at
      at += text.length + 1
      longest = Math.max(longest, text.length)
    }
    this.#starts[texts.length] = at
    this.longest = longest
    this.#joined = `${end}${texts.join(end)}${end}`
  }

  get count(): number {
    return this.#starts.length - 1
  }

  at(index: number): string {
    return this.#joined.slice(this.#starts[index], (this.#starts[index + 1] ?? 1) - 1)
  }

  lengthOf(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0) - 1
  }

  /** The range of texts that begin with `part`, end exclusive; the texts must be sorted. */
  beginning(part: string): { from: number; to: number } {
    const from = this.#bisect(0, (text) => text < part)
    return { from, to: this.#bisect(from, (text) => text.startsWith(part)) }
  }

  /** The range of texts that equal `text`; the texts must be sorted. */
  equalTo(text: string): { from: number; to: number } {
    const from = this.#bisect(0, (one) => one < text)
    return { from, to: this.#bisect(from, (one) => one === text) }
  }

  /** Each text that contains `part`, once, and whether it begins with it. */
  *holding(part: string): Generator<{ index: number; begins: boolean }> {
    for (let at = this.#joined.indexOf(part); at >= 0; ) {
      const index = this.#textAt(at)
      yield { index, begins: at === this.#starts[index] }
      at = this.#joined.indexOf(part, (this.#starts[index + 1] ?? 1) - 1)
    }
  }

  /** The first text after `from` for which `isBefore` is false. */
  #bisect(from: number, isBefore: (text: string) => boolean): number {
    let low = from
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.at(middle))) low = middle + 1
      else high = middle
    }
    return low
  }

  #textAt(position: number): number {
    let low = 0
    let high = this.count
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if ((this.#starts[middle] ?? 0) <= position) low = middle
      else high = middle
    }
    return low
  }
}

/** The letters of a text as bits: each letter in only one of two texts is a difference between them. */
export function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const bit = code >= 65 && code <= 90 ? code - 65 : code >= 48 && code <= 57 ? 26 + (code % 5) : 31
    bits |= 1 << bit
  }
  return bits
}

export function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
