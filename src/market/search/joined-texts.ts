const end = '\n'

/** Many short texts in one string: a substring of any of them is found by one scan, and none costs an object. */
export class JoinedTexts {
  readonly #joined: string
  readonly #starts: Uint32Array

  constructor(texts: readonly string[]) {
    this.#starts = new Uint32Array(texts.length + 1)
    let at = 1
    for (const [index, text] of texts.entries()) {
      this.#starts[index] = at
      at += text.length + 1
    }
    this.#starts[texts.length] = at
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

  /** The first text that is not below `wanted`, where the texts are sorted. */
  lowerBound(wanted: string): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Each text that holds `part`, once, and whether it begins with it; `onlyBeginnings` passes over the rest. */
  *holding(part: string, onlyBeginnings: boolean): Generator<{ index: number; begins: boolean }> {
    const wanted = onlyBeginnings ? end + part : part
    for (let at = this.#joined.indexOf(wanted); at >= 0; ) {
      const index = this.#textAt(onlyBeginnings ? at + 1 : at)
      yield { index, begins: onlyBeginnings || at === this.#starts[index] }
      at = this.#joined.indexOf(wanted, (this.#starts[index + 1] ?? 1) - 1)
    }
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

/** Which letters a text has, as bits: texts that differ in many bits differ in many letters. */
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
