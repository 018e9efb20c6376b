const behindMs = 1_000
const caughtUpMs = 100
/** A reader with unread entries gets the next ones within milliseconds. After this time without any it has read all. */
const waitedMs = 1_000

/** Detects a reader that is still a second late after a second of reading. Reading makes up for short pauses. */
export class Lag {
  #lateSince: number | null = null
  #isBehind = false
  #ms = 0
  #waitsSince: number | null = null

  /** Time from the publication of the newest batch until it was read, ms; 0 for a reader that has read everything. */
  ms(now: number): number {
    return this.#waitsSince !== null && now - this.#waitsSince >= waitedMs ? 0 : this.#ms
  }

  /** The reader has handled a batch and waits for the next. */
  wait(now: number): void {
    this.#waitsSince = now
  }

  /** `at`: when the current entry was appended, ms. */
  isBehind(at: number, now: number): boolean {
    this.#waitsSince = null
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
