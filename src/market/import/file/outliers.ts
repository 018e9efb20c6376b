/** A price far from the previous one waits: accepted when the next price agrees, else quarantined. */
export class OutlierGate<Row> {
  readonly #factor: number
  #previous = Number.NaN
  #suspect: { price: number; row: Row } | null = null

  /** `factor`: the smallest ratio to the previous price that is suspect. Infinity accepts everything. */
  constructor(factor: number) {
    this.#factor = factor
  }

  isFar(price: number): boolean {
    const ratio = Math.abs(price / this.#previous)
    return (ratio > this.#factor || ratio < 1 / this.#factor) && price !== 0
  }

  /** Accepts a price; returns the waiting row that it refutes, if any. */
  accept(price: number): Row | null {
    this.#previous = price
    return this.#suspect === null ? null : this.end()
  }

  /** Handles a suspect price: returns the waiting row and whether this one confirms it; if not, this one waits instead. */
  meet(price: number, row: Row): { waited: Row | null; isConfirmed: boolean } {
    const before = this.#suspect
    const ratio = before === null ? 0 : Math.abs(price / before.price)
    const isConfirmed = ratio > 0.5 && ratio < 2
    this.#suspect = isConfirmed ? null : { price, row }
    if (isConfirmed) this.#previous = price
    return { waited: before?.row ?? null, isConfirmed }
  }

  /** Ends the prices; returns the unconfirmed row, if any. */
  end(): Row | null {
    const waited = this.#suspect
    this.#suspect = null
    return waited?.row ?? null
  }
}
