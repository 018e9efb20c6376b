const behindMs = 1_000
const caughtUpMs = 100

/** A pause is made good by reading on; a reader still a second late after a second of reading is behind. */
export class Lag {
  #lateSince: number | null = null
  #isBehind = false
  #ms = 0

  /** Of the newest batch, from its publication until it was read. */
  get ms(): number {
    return this.#ms
  }

  /** `at`: when the current entry was appended. */
  isBehind(at: number, now: number): boolean {
    const lagMs = now - at
    this.#ms = Math.max(0, lagMs)
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
