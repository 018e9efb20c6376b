/** Limits concurrent work; work over the limit is rejected at once. */
export class InFlight {
  readonly #max: number
  #now = 0

  constructor(max: number) {
    this.#max = max
  }

  get now(): number {
    return this.#now
  }

  /** Runs `work`, or returns `instead` at the limit. `reserve`: additional slots that only this work may use. */
  async run<T>(work: () => Promise<T>, instead: () => T, reserve = 0): Promise<T> {
    if (this.#now >= this.#max + reserve) return instead()
    this.#now += 1
    try {
      return await work()
    } finally {
      this.#now -= 1
    }
  }
}
