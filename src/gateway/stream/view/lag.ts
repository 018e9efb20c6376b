const behindMs = 1_000
const caughtUpMs = 100

/** Detects a reader that is still a second late after a second of reading. Reading makes up for short pauses. */
export class Lag {
  #lateSince: number | null = null
  #isBehind = false
  #ms = 0

  /** Time from the publication of the newest batch until it was read, ms. */
  get ms(): number {
    return this.#ms
  }

  /** `at`: when the current entry was appended, ms. */
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
