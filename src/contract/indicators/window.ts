/**
 * The last `size` numbers. The sum is computed from scratch at each step, oldest number first. So rounding errors do
 * not accumulate, and the same numbers have the same sum to the last bit, wherever the history starts.
 */
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

  get oldest(): number {
    return this.#at(0)
  }

  /** `n` counts from 0 at the oldest value. */
  #at(n: number): number {
    const { length } = this.#values
    return this.#values[length < this.#size ? n : (this.#next + n) % length] ?? 0
  }

  get sum(): number {
    let sum = 0
    for (let n = 0; n < this.#values.length; n += 1) sum += this.#at(n)
    return sum
  }

  get mean(): number {
    return this.sum / this.#values.length
  }

  /** Population standard deviation around `mean`. */
  deviation(mean: number): number {
    let squares = 0
    for (let n = 0; n < this.#values.length; n += 1) squares += (this.#at(n) - mean) ** 2
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
