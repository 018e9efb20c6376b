/** Limits concurrent work; excess work is rejected immediately. */
export class InFlight {
  readonly #max: number
  #now = 0

  constructor(max: number) {
    this.#max = max
  }

  get now(): number {
    return this.#now
  }

  /** Runs `work`, or answers `instead` when the ceiling is reached; `reserve` is room above it that only this work may use. */
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
