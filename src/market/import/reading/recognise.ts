import type { Encoding, ReadingOptions } from '#src/contract/data/reading.ts'
import type { Problem } from '#src/contract/errors.ts'
import { type Columns, type Dialect, Unreadable } from '../file/dialect.ts'
import { findTimes, type TimeFacts } from '../times/find-times.ts'
import { type ColumnMap, positionsOf } from './column-map.ts'
import { type Found, findColumns, refuseDoubled, refuseMissing, type TableKind } from './find-columns.ts'
import { findRows, type Sheet } from './find-rows.ts'
import { readMarks } from './marks.ts'
import { unnamedColumns } from './unnamed-columns.ts'

/** Facts about a table that its text does not show. */
export type TableFacts = TimeFacts & {
  kind: TableKind
  /** The code of the instrument; null: the rows name their instruments. */
  code: string | null
  /** False for a table that was converted from Parquet or DBN, whose separators and marks are known. */
  isText: boolean
  encoding: Encoding
  map: ColumnMap | null
}

const linesMax = 2_000

/**
 * Recognises the form of a table by its first lines. Returns the dialect, or a problem such as a missing column or two
 * possible readings.
 */
export function recognise(text: string, facts: TableFacts, options: ReadingOptions): Dialect | Problem {
  try {
    return dialectOf(
      linesOf(text),
      facts,
      facts.isText ? options : { ...options, separator: ',', decimal: '.', groups: '' },
    )
  } catch (error) {
    if (error instanceof Unreadable) return error.problem
    throw error
  }
}

export function isProblem(one: Dialect | Problem): one is Problem {
  return 'name' in one
}

function linesOf(text: string): string[] {
  const lines = text.split('\n', linesMax).map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const [first = ''] = lines
  lines[0] = first.replace(/^\ufeff/, '')
  return lines
}

function dialectOf(lines: readonly string[], facts: TableFacts, options: ReadingOptions): Dialect {
  const { kind, map } = facts
  const positions = map ? positionsOf(map) : null
  const named = positions ? [] : [...(map?.columns.values() ?? [])]
  const sheet = findRows(lines, { kind, separator: options.separator, named, timeAt: positions?.time })
  if (sheet.rows.length === 0 && facts.isText) throw new Unreadable('file_no_rows')
  const cells = (sheet.names ?? sheet.rows[0] ?? []).length
  const even = sheet.rows.filter((row) => row.length === cells)
  const { columns, powers } = positions ? { columns: positions, powers: {} } : columnsOf(sheet, even, facts)
  const ofTrades = kind === 'ticks' ? onlyTradesOrQuotes(columns, even) : columns
  const times = findTimes(
    even.map((row) => timeText(row, ofTrades)),
    facts,
    { ...options, ...(map?.unit && { times: map.unit }) },
  )
  const figures = even.flatMap((row) => figuresOf(ofTrades).map((at) => row[at] ?? ''))
  return {
    separator: facts.isText ? sheet.separator : null,
    ...readMarks(figures, sheet.separator, options),
    encoding: facts.encoding,
    ...times,
    isUnitGiven: (options.times ?? 'text') !== 'text' || (map?.unit ?? null) !== null,
    isNamed: sheet.names !== null,
    hasVolume: (ofTrades.volume ?? ofTrades.size) !== undefined,
    volumePower: powers.volume ?? 0,
    turnoverPower: powers.turnover ?? 0,
    pricePower: powers.open ?? 0,
    headLines: sheet.headLines,
    head: sheet.head,
    cells,
    columns: ofTrades,
    code: ofTrades.code === undefined || facts.code === null ? null : codeAmong(even, ofTrades.code, facts.code),
  }
}

function columnsOf(sheet: Sheet, rows: readonly string[][], { kind, map }: TableFacts): Found {
  if (sheet.names === null) return { columns: unnamedColumns(rows, kind), powers: {} }
  if (!map) return findColumns(sheet.names, rows, { kind, separator: sheet.separator })
  refuseDoubled(sheet.names)
  const names = sheet.names.map((name) => name.trim().toLowerCase())
  const columns: Columns = Object.fromEntries(
    [...map.columns].map(([ours, name]) => [ours, names.indexOf(name.toLowerCase())]),
  )
  refuseMissing(columns, kind, { names: sheet.names, separator: sheet.separator })
  return { columns, powers: {} }
}

/** Keeps the columns of trades if any row has a trade or a column of quotes is missing, else the columns of quotes. */
function onlyTradesOrQuotes(columns: Columns, rows: readonly string[][]): Columns {
  const { price, size, side, bid, ask, ...rest } = columns
  const hasTrades = price !== undefined && rows.some((row) => (row[price] ?? '').trim() !== '')
  if (hasTrades || bid === undefined || ask === undefined)
    return {
      ...rest,
      ...(price !== undefined && { price }),
      ...(size !== undefined && { size }),
      ...(side !== undefined && { side }),
    }
  return { ...rest, bid, ask }
}

export function timeText(row: readonly string[], { time = 0, clock }: Columns): string {
  const text = row[time]?.trim() ?? ''
  if (clock === undefined) return text
  const of = row[clock]?.trim() ?? ''
  const isShort = /^\d{1,6}$/.test(of)
  return `${text} ${isShort ? of.padStart(of.length <= 4 ? 4 : 6, '0') : of}`
}

function figuresOf({ open, high, low, close, volume, turnover, price, size, bid, ask }: Columns): number[] {
  return [open, high, low, close, volume, turnover, price, size, bid, ask].filter((at) => at !== undefined)
}

/** The instrument's code as the rows write it, such as `AAPL.US` for AAPL. Throws if all rows have one other code. */
function codeAmong(rows: readonly string[][], column: number, code: string): string {
  const codes = new Set(rows.map((row) => (row[column] ?? '').trim().toUpperCase()))
  const [only = ''] = codes
  if (codes.has(code) || codes.size !== 1) return code
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(/^0+/, '')
  if ([only, only.split(/[.:$]/, 1)[0] ?? ''].some((one) => bare(one) === bare(code))) return only
  throw new Unreadable('file_other_code', { code, codes: only })
}
