import type { Columns } from '../file/dialect.ts'
import { Unreadable } from '../file/dialect.ts'
import { wallOfDigits } from '../times/number-time.ts'
import { readWall } from '../times/wall-time.ts'
import type { TableKind } from './find-columns.ts'

const number = /^\s*[-+]?[\d.,' ]*\d(?:[eE][-+]?\d+)?\s*$/
const clock = /^\s*\d{1,2}:\d{2}/

/** Whether a cell has a date, or a time in seconds or a smaller unit. */
export function isTime(cell: string): boolean {
  const text = cell.trim()
  if (/^-?\d{9,20}(?:\.\d+)?$/.test(text)) return true
  return (/^\d{8}$/.test(text) ? wallOfDigits(text) : (readWall(text, 'dmy') ?? readWall(text, 'mdy'))) !== null
}

type Rows = readonly (readonly string[])[]

/** Recognises the columns of a file without names by its first rows. Throws for an unknown order. */
export function unnamedColumns(rows: Rows, kind: TableKind): Columns {
  const [first = []] = rows
  const columns = kind === 'bars' ? barColumns(rows) : tickColumns(rows)
  if (!columns) throw new Unreadable('file_columns_unnamed', { count: first.length })
  return columns
}

function barColumns(rows: Rows): Columns | null {
  const [first = []] = rows
  const time = first.findIndex(isTime)
  if (time === -1 || time > 1) return null
  const at = clock.test(first[time + 1] ?? '') ? time + 2 : time + 1
  const columns: Columns = { ...(time === 1 && { code: 0 }), time, ...(at === time + 2 && { clock: time + 1 }) }
  const rest = first.length - at
  if (rest < 4 || first.slice(at, at + 4).some((cell) => !number.test(cell))) return null
  Object.assign(columns, { open: at, high: at + 1, low: at + 2, close: at + 3 })
  if (rest === 4) return columns
  columns.volume = at + 4
  if (rest === 5) return columns
  // In Binance's files the close time follows, then the quote volume, counts and volumes of takers.
  if (rest === 11 && isTime(first[at + 5] ?? '')) return { ...columns, turnover: at + 6 }
  return rest === 6 && rows.every((cells) => isTurnover(cells, at)) ? { ...columns, turnover: at + 5 } : null
}

/** Whether the sixth figure is an amount of money: the volume times a price between low and high. */
function isTurnover(cells: readonly string[], at: number): boolean {
  const [high = 0, low = 0, , volume = 0, turnover = 0] = cells.slice(at + 1, at + 6).map(Number)
  return turnover === 0 || (turnover >= low * volume * 0.99 && turnover <= high * volume * 1.01)
}

function tickColumns(rows: Rows): Columns | null {
  const [first = []] = rows
  // In Binance's files: the number of the trade, price, quantity, …, time, a flag that the buyer was the maker, another
  // flag.
  if (first.slice(-2).every((cell) => /^(?:true|false)$/i.test(cell.trim())) && first.length >= 7) {
    const side = first.length - 2
    return { time: side - 1, price: 1, size: 2, side }
  }
  const time = first.findIndex(isTime)
  if (time === -1 || time > 1) return null
  const at = clock.test(first[time + 1] ?? '') ? time + 2 : time + 1
  const columns: Columns = { ...(time === 1 && { code: 0 }), time, ...(at === time + 2 && { clock: time + 1 }) }
  const rest = first.length - at
  const areClose = rows.every((cells) => isQuote(Number(cells[at]), Number(cells[at + 1])))
  // In HistData's files: bid, ask, and a volume that is always 0.
  if (rest === 3 && areClose) return { ...columns, bid: at, ask: at + 1 }
  if (rest !== 2 && rest !== 3) return null
  if (rest === 2 && areClose && rows.length > 1) throw new Unreadable('file_ticks_unnamed')
  return { ...columns, price: at, size: at + 1, ...(rest === 3 && { side: at + 2 }) }
}

const isQuote = (bid: number, ask: number) => bid > 0 && ask >= bid && ask < bid * 1.02
