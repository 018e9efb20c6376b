import { type Separator, separators } from '#src/contract/data/reading.ts'
import { Unreadable } from '../file/dialect.ts'
import { cellsOf } from './cells.ts'
import { namedIn, separatorName, type TableKind } from './find-columns.ts'
import { isTime } from './unnamed-columns.ts'

/** The first lines of a file, split into cells. `names` null: the first row is data. */
export type Sheet = {
  separator: Separator
  /** The number of lines before the first row, and the line with the names of the columns. */
  headLines: number
  head: string
  names: string[] | null
  rows: string[][]
}

/** The maximum number of lines before the names, such as a note, an address or a title. */
const notesMax = 5
const headNames = 3

/** `named`: the names that a mapping requires; `timeAt`: the position of the time in a mapping. */
type Request = {
  kind: TableKind
  separator: Separator | undefined
  named: readonly string[]
  timeAt: number | undefined
}

/**
 * Finds the separator, the line with the names of the columns, and the first rows. Throws if the text is not a table,
 * or if two separators fit.
 */
export function findRows(lines: readonly string[], { kind, separator, named, timeAt }: Request): Sheet {
  const tried = separator === undefined ? separators : [separator]
  const sheets = tried.flatMap((one) => sheetOf(lines, one, { kind, named, timeAt }) ?? [])
  const [first, second] = sheets
  if (!first)
    throw named.length > 0 ? new Unreadable('file_columns', { columns: named.join(', ') }) : unknownNames(lines, tried)
  if (second && !isBetter(first, second) && !isBetter(second, first))
    throw new Unreadable('file_separators', {
      first: separatorName(first.separator),
      second: separatorName(second.separator),
      line: first.headLines + 1,
    })
  return sheets.reduce((best, one) => (isBetter(one, best) ? one : best))
}

/**
 * Compares two readings of a text. A table with names is better than a table without names. Otherwise the better table
 * has the larger share of rows that are as long as its first row.
 */
function isBetter(one: Sheet, other: Sheet): boolean {
  if ((one.names === null) !== (other.names === null)) return one.names !== null
  return evenness(one) > evenness(other)
}

function evenness({ names, rows }: Sheet): number {
  const cells = (names ?? rows[0])?.length ?? 0
  return rows.filter((row) => row.length === cells).length / Math.max(1, rows.length)
}

function sheetOf(
  lines: readonly string[],
  separator: Separator,
  { kind, named, timeAt }: Omit<Request, 'separator'>,
): Sheet | null {
  const wanted = named.map((name) => name.toLowerCase())
  const split = (line: string) => cellsOf(line, separator)
  let notes = 0
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    if (notes > notesMax) return null
    notes += 1
    const cells = split(line)
    if (!cells) continue
    const names = new Set(cells.map((cell) => cell.trim().toLowerCase()))
    const isHead = wanted.length > 0 ? wanted.every((name) => names.has(name)) : namedIn(cells, kind) >= headNames
    if (isHead)
      return named.length === 0
        ? withTickers(lines, at, { separator, cells, line })
        : sheet(lines, at + 1, { separator, names: cells, head: line })
    const times =
      timeAt === undefined ? [...cells.slice(0, 2), ...cells.slice(-3, -2)] : cells.slice(timeAt, timeAt + 1)
    if (cells.length >= headNames && times.some(isTime)) return sheet(lines, at, { separator, names: null, head: '' })
  }
  return null
}

/** In a file of yfinance three lines have names: figures, tickers, and the name of the index. */
function withTickers(
  lines: readonly string[],
  at: number,
  { separator, cells, line }: { separator: Separator; cells: string[]; line: string },
): Sheet {
  const [second, third] = [lines[at + 1], lines[at + 2]].map((one) => cellsOf(one ?? '', separator)?.[0]?.trim() ?? '')
  const isTickers = cells[0]?.trim() === 'Price' && second === 'Ticker'
  if (!isTickers) return sheet(lines, at + 1, { separator, names: cells, head: line })
  const names = ['Date', ...cells.slice(1)]
  const first = /^Date(?:time)?$/i.test(third ?? '') ? at + 3 : at + 2
  return sheet(lines, first, { separator, names, head: names.join(separator) })
}

function sheet(
  lines: readonly string[],
  headLines: number,
  { separator, names, head }: Pick<Sheet, 'separator' | 'names' | 'head'>,
): Sheet {
  const rows = lines.slice(headLines).flatMap((line) => (line.trim() === '' ? [] : [cellsOf(line, separator) ?? []]))
  return { separator, headLines, head, names, rows }
}

/** The refusal states the first line, or the line's cells by the separator that yields the most cells. */
function unknownNames(lines: readonly string[], tried: readonly Separator[]): Unreadable {
  const line = lines.find((one) => one.trim() !== '') ?? ''
  const counted = tried.map((separator) => ({ separator, cells: cellsOf(line, separator) ?? [line] }))
  const most = counted.reduce((best, one) => (one.cells.length > best.cells.length ? one : best))
  if (most.cells.length < headNames) return new Unreadable('file_no_table', { line: line.trim().slice(0, 80) })
  return new Unreadable('file_names_unknown', {
    separator: separatorName(most.separator),
    names: most.cells
      .map((cell) => cell.trim())
      .join(', ')
      .slice(0, 200),
  })
}
