const behindMs = 1_000
const caughtUpMs = 100

/**
 * Whether a reader keeps up with its channel. A pause alone is made good by reading on; a reader still a second late
 * after a second of reading is behind, until it reaches the end again.
 */
export class Lag {
  #lateSince: number | null = null
  #isBehind = false

  /** `at`: when the current entry was appended. */
  isBehind(at: number, now: number): boolean {
    const lagMs = now - at
    if (lagMs <= (this.#isBehind ? caughtUpMs : behindMs)) {
      this.#lateSince = null
      this.#isBehind = false
    } else {
      this.#lateSince ??= now
      this.#isBehind ||= now - this.#lateSince > behindMs
    }
    return this.#isBehind
  }
}
