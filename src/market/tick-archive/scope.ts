import { dayMs } from '#src/contract/time.ts'

export type Kind = 'trades' | 'quotes'
export const kinds: readonly Kind[] = ['trades', 'quotes']

/** An instrument's hour (counted from 1970) of a day. */
export type Cell = { instrument: number; hour: number; rows: number }

/**
 * The rows of the store that one file takes: of these instruments from one hour of the first to one hour of the last, as far as they
 * were written to the store before `before`, ms. Rows that come later belong to another file.
 */
export type FileScope = {
  kind: Kind
  /** ms, 00:00 UTC */
  day: number
  class: string
  region: string
  instruments: number[]
  firstHour: number
  lastHour: number
  before: number
}

/** Rows of a file; only an hour of one instrument may exceed it. */
export const fileRows = 1_000_000

/** Divides the cells of one class and region, in the order of instruments and hours, into files. */
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

/** Days that are over, and whose ticks have been kept for `tickDays`: up to, but not including, this time. */
export function endOfOldDays(now: number, tickDays: number): number {
  return Math.floor(now / dayMs) * dayMs - tickDays * dayMs
}

/** `trades/stock-US/2026-01-05.12.parquet` */
export function fileName({ kind, class: name, region, day }: FileScope, id: number): string {
  return `${kind}/${name}-${region}/${new Date(day).toISOString().slice(0, 10)}.${id}.parquet`
}
