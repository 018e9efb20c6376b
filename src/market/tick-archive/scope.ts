import { dayMs } from '#src/contract/time.ts'

export type Kind = 'trades' | 'quotes'
export const kinds: readonly Kind[] = ['trades', 'quotes']

/** The rows of one instrument in one hour of a day. `hour`: counted from 1970. */
export type Cell = { instrument: number; hour: number; rows: number }

/**
 * The rows of the store for one file: rows of `instruments`, from `firstHour` of the first to `lastHour` of the last
 * instrument, that were written before `before`, ms. Rows written later go into another file.
 */
export type FileScope = {
  kind: Kind
  /** Start of the day, 00:00 UTC, in ms. */
  day: number
  class: string
  region: string
  instruments: number[]
  firstHour: number
  lastHour: number
  before: number
}

/** The maximum number of rows in a file. Only a single hour of one instrument may exceed this number. */
export const fileRows = 1_000_000

/** Divides the cells of one class and region into files, in the order of instruments and hours. */
export function scopesOf(
  about: Omit<FileScope, 'instruments' | 'firstHour' | 'lastHour'>,
  cells: readonly Cell[],
  rowsMax = fileRows,
): FileScope[] {
  const scopes: FileScope[] = []
  let rows = 0
  for (const cell of cells) {
    const open = scopes.at(-1)
    if (!open || rows + cell.rows > rowsMax) {
      scopes.push({ ...about, instruments: [cell.instrument], firstHour: cell.hour, lastHour: cell.hour })
      rows = cell.rows
      continue
    }
    if (open.instruments.at(-1) !== cell.instrument) open.instruments.push(cell.instrument)
    open.lastHour = cell.hour
    rows += cell.rows
  }
  return scopes
}

/** The end (exclusive, ms UTC) of the finished days that are older than `tickDays`. */
export function endOfOldDays(now: number, tickDays: number): number {
  return Math.floor(now / dayMs) * dayMs - tickDays * dayMs
}

/** The name of a file, for example `trades/stock-US/2026-01-05.12.parquet`. */
export function fileName({ kind, class: name, region, day }: FileScope, id: number): string {
  return `${kind}/${name}-${region}/${new Date(day).toISOString().slice(0, 10)}.${id}.parquet`
}
