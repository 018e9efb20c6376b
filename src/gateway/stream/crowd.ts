/** Crowds of fewer sockets than this are ignored, because they free too little memory. */
const crowdMin = 1_000
/** The time for which sockets must stay away, ms. After a restart of a proxy they reconnect at once. */
const goneMs = 10_000

/** Detects that most of many sockets have left and stay away. */
export class Crowd {
  #most = 0
  #thereAt = 0

  /** Whether a crowd has gone. True only once for each crowd. */
  hasGone(sockets: number, now: number): boolean {
    this.#most = Math.max(this.#most, sockets)
    if (this.#most < crowdMin || sockets > this.#most / 2) this.#thereAt = now
    if (now - this.#thereAt < goneMs) return false
    this.#most = sockets
    return true
  }
}
