/** `lookback`: the number of earlier bars on which a row depends; 0: all earlier bars. `start` receives all bars. */
export type RowRule<Bar, Row> = { lookback: number; start(bars: readonly Bar[]): (bar: Bar) => Row }

/** Number of earlier rows that are calculated with the requested rows, because readers scroll towards the past. */
const ahead = 500

/**
 * Rows of bars, calculated when they become visible. A calculation begins `lookback` bars before its first row, so each
 * row differs by at most 1e-10 from a calculation over all bars.
 */
export class LazyRows<Bar extends object, Row> {
  readonly #rule: RowRule<Bar, Row>
  #bars: readonly Bar[] = []
  #first: Bar | undefined
  #rows: (Row | undefined)[] = []

  constructor(rule: RowRule<Bar, Row>) {
    this.#rule = rule
  }

  /** The row of each bar by index; undefined when it is not calculated yet. */
  get rows(): readonly (Row | undefined)[] {
    return this.#rows
  }

  /**
   * Sets the current bars. They may extend the previous bars at either end, change the newest bar, or replace all bars.
   */
  setBars(bars: readonly Bar[]): void {
    const before = this.#rows.length
    const grown = bars.length - before
    const { lookback } = this.#rule
    if (before > 0 && grown >= 0 && bars[0] === this.#first) {
      this.#rows.length = before - 1
      this.#rows.push(...unknown(grown + 1))
    } else if (before > 0 && grown > 0 && bars[grown] === this.#first && lookback > 0) {
      const warm = this.#rows.slice(lookback)
      this.#rows = [...unknown(bars.length - warm.length), ...warm]
    } else {
      this.#rows = unknown(bars.length)
    }
    this.#bars = bars
    this.#first = bars[0]
  }

  fill(from: number, to: number): void {
    const rows = this.#rows
    let last = Math.min(to, rows.length) - 1
    let first = Math.max(0, from)
    while (first <= last && rows[first] !== undefined) first += 1
    while (last > first && rows[last] !== undefined) last -= 1
    if (first > last) return
    const { lookback } = this.#rule
    const wanted = rows[first - 1] === undefined ? Math.max(0, first - ahead) : first
    const next = this.#rule.start(this.#bars)
    for (let index = lookback === 0 ? 0 : Math.max(0, wanted - lookback); index <= last; index++) {
      const bar = this.#bars[index]
      const row = bar && next(bar)
      if (index >= wanted) rows[index] = row
    }
  }

  at(index: number): Row | null {
    this.fill(index, index + 1)
    return this.#rows[index] ?? null
  }
}

function unknown(count: number): undefined[] {
  return Array.from({ length: count })
}
