const behindMs = 1_000
const caughtUpMs = 100

/** A pause is made good by reading on; a reader still a second late after a second of reading is behind. */
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
