import type { ColumnName } from '#src/contract/data/reading.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import type { Dialect } from '../file/dialect.ts'
import { isInexact } from '../file/numbers.ts'
import { TimeReader } from '../times/time-reader.ts'
import { cellsOf } from './cells.ts'
import { plainText, readNumber } from './marks.ts'
import { timeText } from './recognise.ts'

/** The side of a trade by the word in a file: 1 sold to the bid, 2 bought from the ask. */
const sides: Readonly<Record<string, 0 | 1 | 2>> = {
  ...{ '': 0, '0': 0, n: 0, none: 0, unknown: 0, neutral: 0, '-': 0, 中性盘: 0, 中性: 0, 中性盤: 0 },
  ...{ '1': 1, a: 1, s: 1, sell: 1, sold: 1, ask: 1, 卖: 1, 卖盘: 1, 賣: 1, 賣盤: 1 },
  ...{ '2': 2, b: 2, buy: 2, bought: 2, bid: 2, 买: 2, 买盘: 2, 買: 2, 買盤: 2 },
}

export class CellReader {
  readonly dialect: Dialect
  readonly #times: TimeReader
  readonly #separator: string
  readonly #isMaker: boolean

  /** `isDaily`: the rows are bars of a day or more. */
  constructor(dialect: Dialect, isDaily: boolean) {
    this.dialect = dialect
    this.#separator = dialect.separator ?? ','
    this.#times = new TimeReader({ ...dialect, isDaily })
    const names = cellsOf(dialect.head, this.#separator) ?? []
    const side = names[dialect.columns.side ?? -1] ?? (dialect.isNamed ? '' : 'isBuyerMaker')
    this.#isMaker = /maker/i.test(side)
  }

  /** The cells of a row, or the reason why the row does not fit the header of the file. */
  cells(line: string): string[] | RowReason {
    const cells = cellsOf(line, this.#separator)
    if (cells === null) return 'broken_quotes'
    const { cells: count } = this.dialect
    return cells.length === count ? cells : cells.length < count ? 'missing_column' : 'extra_column'
  }

  /** Whether a row belongs to the instrument that is read. */
  isWanted(cells: readonly string[]): boolean {
    const { code } = this.dialect
    return code === null || this.code(cells) === code
  }

  code(cells: readonly string[]): string {
    return (cells[this.dialect.columns.code ?? -1] ?? '').trim().toUpperCase()
  }

  /** A text time as ms; NaN for text that is not a time. */
  timeOf(text: string): number {
    return this.#times.read(text)
  }

  time(cells: readonly string[]): number {
    return this.#times.read(timeText(cells, this.dialect.columns))
  }

  /** The number in a column. NaN if it is not a number, `missing` if the file has no such column. */
  number(cells: readonly string[], column: ColumnName, missing = Number.NaN): number {
    const at = this.dialect.columns[column]
    return at === undefined ? missing : readNumber(cells[at] ?? '', this.dialect, this.#powerOf(column))
  }

  /** Like `number`, but an empty cell is `missing`, too. */
  numberIfAny(cells: readonly string[], column: ColumnName, missing: number): number {
    const at = this.dialect.columns[column]
    return at === undefined || (cells[at] ?? '').trim() === '' ? missing : this.number(cells, column)
  }

  /** Whether one of these columns has a number that a double cannot hold. */
  isInexact(cells: readonly string[], columns: readonly ColumnName[]): boolean {
    return columns.some((column) => {
      const at = this.dialect.columns[column]
      return at !== undefined && isInexact(plainText(cells[at] ?? '', this.dialect, this.#powerOf(column)))
    })
  }

  /**
   * The side of a trade; null for an unknown word. Files of Binance have a flag instead, which is true if the buyer was
   * the maker.
   */
  side(cells: readonly string[]): 0 | 1 | 2 | null {
    const word = (cells[this.dialect.columns.side ?? -1] ?? '').trim().toLowerCase()
    if (word === 'true' || word === 'false') return this.#isMaker ? (word === 'true' ? 1 : 2) : null
    return sides[word] ?? null
  }

  #powerOf(column: ColumnName): number {
    const { volumePower, turnoverPower, pricePower } = this.dialect
    if (column === 'volume' || column === 'size') return volumePower
    return column === 'turnover' ? turnoverPower : pricePower
  }
}
