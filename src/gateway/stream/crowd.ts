/** Crowds of fewer sockets than this are ignored, because they free too little memory. */
const crowdMin = 1_000
/** How long sockets must stay away, ms, because they may reconnect at once after a proxy restarts. */
const goneMs = 10_000

/** Detects when most of many sockets have left and stay away. */
export class Crowd {
  #most = 0
  #thereAt = 0

  /** Whether a crowd has gone; true only once for each crowd. */
  hasGone(sockets: number, now: number): boolean {
    this.#most = Math.max(this.#most, sockets)
    if (this.#most < crowdMin || sockets > this.#most / 2) this.#thereAt = now
    if (now - this.#thereAt < goneMs) return false
    this.#most = sockets
    return true
  }
}
