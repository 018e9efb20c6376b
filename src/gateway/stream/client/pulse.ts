/** Numbers pings. Any later message answers all earlier pings, so concurrent probes do not disturb each other. */
export class Pulse {
  #sent = 0
  #answered = 0
  #missed = 0
  #regular = 0

  nextPing(): number {
    this.#sent += 1
    return this.#sent
  }

  /** Numbers the regular ping. Returns false if two consecutive regular pings were missed. */
  nextRegularPing(): boolean {
    this.#missed = this.answered(this.#regular) ? 0 : this.#missed + 1
    if (this.#missed >= 2) return false
    this.#regular = this.nextPing()
    return true
  }

  beat(): boolean {
    const isAwaited = this.#answered < this.#sent
    this.#answered = this.#sent
    return isAwaited
  }

  answered(ping: number): boolean {
    return this.#answered >= ping
  }
}
