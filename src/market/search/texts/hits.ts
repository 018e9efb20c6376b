/** The grade in `Hits` of a position without a match. */
export const none = 255

/**
 * The found positions, and the best grade of each. `board` has a grade for every position. Searches share the board, so
 * it must be cleared after use.
 */
export class Hits {
  readonly #board: Uint8Array
  readonly #touched: number[] = []

  constructor(board: Uint8Array) {
    this.#board = board
  }

  get count(): number {
    return this.#touched.length
  }

  add(at: number, grade: number): void {
    const before = this.#board[at] ?? none
    if (before === none) this.#touched.push(at)
    if (grade < before) this.#board[at] = grade
  }

  regrade(at: number, grade: number): void {
    this.#board[at] = grade
  }

  of(at: number): number {
    return this.#board[at] ?? none
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#touched[Symbol.iterator]()
  }

  clear(): void {
    for (const at of this.#touched) this.#board[at] = none
    this.#touched.length = 0
  }
}
