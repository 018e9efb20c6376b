const behindMs = 1_000
const caughtUpMs = 100
/**
 * A reader with unread entries gets the next entries within milliseconds. So a reader without entries for this time has
 * read everything.
 */
const waitedMs = 1_000

/**
 * Detects a reader that is still a second late after it has read for a second. After a short pause, a reader catches up
 * within that second.
 */
export class Lag {
  #lateSince: number | null = null
  #isBehind = false
  #ms = 0
  #waitsSince: number | null = null

  /**
   * The time from the publication of the newest batch until it was read, ms; 0 once the reader has waited for a second
   * without entries.
   */
  ms(now: number): number {
    return this.#waitsSince !== null && now - this.#waitsSince >= waitedMs ? 0 : this.#ms
  }

  /** Records that the reader has handled a batch and waits for the next batch. */
  wait(now: number): void {
    this.#waitsSince = now
  }

  /** `at`: the time at which the current entry was appended, ms. */
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
