import type { ColumnName, Reading } from '#src/contract/data/reading.ts'
import { type Problem, type ProblemName, problemOf } from '#src/contract/errors.ts'

/** The positions of our columns in a row, from 0. */
export type Columns = Partial<Record<ColumnName, number>>

/** The form of the rows of one file. It is stored with the import, so that released rows are read in the same way. */
export type Dialect = Reading & {
  /** The number of lines before the first row. */
  headLines: number
  /** The line with the names of the columns; empty if there is none. */
  head: string
  /** The number of cells of a row. */
  cells: number
  columns: Columns
  /** Whether a person named the unit of numeric times. Numbers of any length then have this unit. */
  isUnitGiven: boolean
  /** The local minute of the day that all daily bars of the file have as their time. */
  dayMinute: number
  /** Only rows with this code are read; null: all rows. */
  code: string | null
}

/** Thrown for a text that cannot be read as a table. */
export class Unreadable extends Error {
  readonly problem: Problem

  constructor(name: ProblemName, values?: Problem['values']) {
    super(name)
    this.problem = problemOf(name, values)
  }
}
