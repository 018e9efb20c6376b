/**
 * Whether the other end of a socket answers pings. Every ping has a number of its own, and whatever arrives after it answers it,
 * so that several who ask at once do not take each other's pings for missed ones.
 */
export class Pulse {
  #sent = 0
  #answered = 0
  #missed = 0
  #regular = 0

  /** A ping goes out; its number. */
  ask(): number {
    this.#sent += 1
    return this.#sent
  }

  /** The ping that is sent from time to time; false when two of them in a row were missed. */
  askAgain(): boolean {
    this.#missed = this.answered(this.#regular) ? 0 : this.#missed + 1
    if (this.#missed >= 2) return false
    this.#regular = this.ask()
    return true
  }

  /** Something arrived. False when no ping waited for it. */
  beat(): boolean {
    const isAwaited = this.#answered < this.#sent
    this.#answered = this.#sent
    return isAwaited
  }

  answered(ping: number): boolean {
    return this.#answered >= ping
  }
}
