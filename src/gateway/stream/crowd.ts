/** A crowd of fewer leaves too little memory behind. */
const crowdMin = 1_000
/** They may come back at once, after a restart of what they come through. */
const goneMs = 10_000

/** Tells when most of many sockets have left and stay away. */
export class Crowd {
  #most = 0
  #thereAt = 0

  /** Whether a crowd has gone, said once for each. */
  hasGone(sockets: number, now: number): boolean {
    this.#most = Math.max(this.#most, sockets)
    if (this.#most < crowdMin || sockets > this.#most / 2) this.#thereAt = now
    if (now - this.#thereAt < goneMs) return false
    this.#most = sockets
    return true
  }
}
