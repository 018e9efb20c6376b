/** The last `size` numbers, with their sum kept by re-adding at each step, so that no rounding error builds up. */
export class Window {
  readonly #values: number[] = []
  readonly #size: number
  #next = 0

  constructor(size: number) {
    this.#size = size
  }

  push(value: number): void {
    this.#values[this.#next] = value
    this.#next = (this.#next + 1) % this.#size
  }

  get full(): boolean {
    return this.#values.length === this.#size
  }

  /** The oldest value held. */
  get oldest(): number {
    return this.#values[this.full ? this.#next : 0] ?? 0
  }

  get sum(): number {
    let sum = 0
    for (const value of this.#values) sum += value
    return sum
  }

  get mean(): number {
    return this.sum / this.#values.length
  }

  /** Population standard deviation around `mean`. */
  deviation(mean: number): number {
    let squares = 0
    for (const value of this.#values) squares += (value - mean) * (value - mean)
    return Math.sqrt(squares / this.#values.length)
  }

  get highest(): number {
    let highest = Number.NEGATIVE_INFINITY
    for (const value of this.#values) if (value > highest) highest = value
    return highest
  }

  get lowest(): number {
    let lowest = Number.POSITIVE_INFINITY
    for (const value of this.#values) if (value < lowest) lowest = value
    return lowest
  }
}
