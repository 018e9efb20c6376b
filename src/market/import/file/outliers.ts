/**
 * Holds a price that is far from the previous price. The held price is accepted if the next price agrees, and otherwise
 * quarantined.
 */
export class OutlierGate<Row> {
  readonly #factor: number
  #previous = Number.NaN
  #suspect: { price: number; row: Row } | null = null

  /**
   * `factor`: a price over `factor` times the previous price, or under 1/`factor` of it, is suspect. A price of 0 is
   * not suspect. Signs do not count. Infinity accepts every price.
   */
  constructor(factor: number) {
    this.#factor = factor
  }

  isFar(price: number): boolean {
    const ratio = Math.abs(price / this.#previous)
    return (ratio > this.#factor || ratio < 1 / this.#factor) && price !== 0
  }

  /** Accepts a price. If a row is held, this price refutes the held row, which is returned. */
  accept(price: number): Row | null {
    this.#previous = price
    return this.#suspect === null ? null : this.end()
  }

  /**
   * Handles a suspect price. Returns the held row, and whether this price confirms the held row. If not, the new row is
   * held.
   */
  meet(price: number, row: Row): { waited: Row | null; isConfirmed: boolean } {
    const before = this.#suspect
    const ratio = before === null ? 0 : Math.abs(price / before.price)
    const isConfirmed = ratio > 0.5 && ratio < 2
    this.#suspect = isConfirmed ? null : { price, row }
    if (isConfirmed) this.#previous = price
    return { waited: before?.row ?? null, isConfirmed }
  }

  /** Ends the input. Returns the held row, if any. */
  end(): Row | null {
    const waited = this.#suspect
    this.#suspect = null
    return waited?.row ?? null
  }
}
