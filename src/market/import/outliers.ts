/**
 * Tells a wrong price from a new level. A price far off the one before waits; it is taken when the next one agrees with it,
 * and quarantined when the next one goes on from before.
 */
export class OutlierGate<Row> {
  readonly #factor: number
  #previous = Number.NaN
  #suspect: { price: number; row: Row } | null = null

  /** `factor`: how many times the price before is too far. Infinity lets everything through. */
  constructor(factor: number) {
    this.#factor = factor
  }

  isFar(price: number): boolean {
    const ratio = Math.abs(price / this.#previous)
    return (ratio > this.#factor || ratio < 1 / this.#factor) && price !== 0
  }

  /** A price is taken. Answers the row that waited in vain, if one did. */
  take(price: number): Row | null {
    this.#previous = price
    return this.#suspect === null ? null : this.end()
  }

  /** A price that is far. Answers the row that waited and whether this one confirms it; if not, this one waits in its place. */
  meet(price: number, row: Row): { waited: Row | null; isConfirmed: boolean } {
    const before = this.#suspect
    const ratio = before === null ? 0 : Math.abs(price / before.price)
    const isConfirmed = ratio > 0.5 && ratio < 2
    this.#suspect = isConfirmed ? null : { price, row }
    if (isConfirmed) this.#previous = price
    return { waited: before?.row ?? null, isConfirmed }
  }

  /** No more prices follow. Answers the row that waited in vain, if one did. */
  end(): Row | null {
    const waited = this.#suspect
    this.#suspect = null
    return waited?.row ?? null
  }
}
