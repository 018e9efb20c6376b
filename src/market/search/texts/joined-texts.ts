const end = '\n'

/** Many short texts joined in one string. One scan finds a substring in any of them, and no text needs an object. */
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

  /** The index range of texts that begin with `prefix`, end exclusive. The texts must be sorted. */
  beginning(prefix: string): { from: number; to: number } {
    const from = this.#bisect(0, (text) => text < prefix)
    return { from, to: this.#bisect(from, (text) => text.startsWith(prefix)) }
  }

  /** The index range of texts that equal `text`, end exclusive. The texts must be sorted. */
  equalTo(text: string): { from: number; to: number } {
    const from = this.#bisect(0, (one) => one < text)
    return { from, to: this.#bisect(from, (one) => one === text) }
  }

  /** Each text that contains `substring`, once. `begins`: whether the text begins with it. */
  *holding(substring: string): Generator<{ index: number; begins: boolean }> {
    for (let at = this.#joined.indexOf(substring); at >= 0; ) {
      const index = this.#textAt(at)
      yield { index, begins: at === this.#starts[index] }
      at = this.#joined.indexOf(substring, (this.#starts[index + 1] ?? 1) - 1)
    }
  }

  /** The index of the first text from `from` on for which `isBefore` is false. */
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
