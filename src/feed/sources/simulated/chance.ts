/** Reproducible random numbers: a seed produces the same sequence on every machine. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /**
   * A number with an approximately normal distribution, within ±3.5. It is the sum of four uniform numbers, so that no
   * bar jumps implausibly.
   */
  normal(): number {
    return (this.next() + this.next() + this.next() + this.next() - 2) * 1.7320508
  }

  /** Random waiting time until the next event, for events that occur `rate` times per unit of time. */
  wait(rate: number): number {
    return -Math.log(1 - this.next()) / rate
  }
}

export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    const text = String(part)
    for (let index = 0; index < text.length; index += 1) {
      hash ^= text.charCodeAt(index)
      hash = Math.imul(hash, 0x01000193)
    }
    hash ^= 0x1f
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}
