import type { ColumnName } from '#src/contract/data/reading.ts'
import { type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import { barFault } from '../../bars/bar.ts'
import { BarColumns } from '../../bars/bar-columns.ts'
import type { Dialect } from '../file/dialect.ts'
import { type DayCache, parseDecimal, parseUtcStamp } from '../file/numbers.ts'
import { OutlierGate } from '../file/outliers.ts'
import type { Quarantine } from '../file/quarantine.ts'
import { CellReader } from '../reading/cell-reader.ts'

export type BarRowsOptions = {
  interval: Interval
  now: number
  negativePrices: boolean
  acceptOutliers: boolean
  dialect: Dialect
  /** Initial row capacity. */
  rowsFirst?: number
}

/** The price ratio above which a row is suspect, because real splits are smaller. */
const outlierFactor = 100

type Figures = { open: number; high: number; low: number; close: number; volume: number; turnover: number }

/** A valid row that waits for the next price: its line number, text and figures. */
type Waiting = Figures & { line: number; row: string; time: number }

const standard: readonly ColumnName[] = ['time', 'open', 'high', 'low', 'close', 'volume', 'turnover']
const figureNames: readonly ColumnName[] = ['open', 'high', 'low', 'close', 'volume', 'turnover']

/**
 * Whether rows have our six or seven columns as plain text, so that they are read without splitting them into cells.
 */
function isPlain({ separator, decimal, groups, columns, cells, code, isLocalDays, zone, ...rest }: Dialect): boolean {
  const isOurs = standard.every((name, at) => (columns[name] ?? -1) === (at < cells ? at : -1))
  const hasPowers = rest.pricePower !== 0 || rest.volumePower !== 0 || rest.turnoverPower !== 0
  const isSimple = (separator ?? ',') === ',' && decimal === '.' && groups === '' && !isLocalDays && zone === 'UTC'
  return isSimple && isOurs && !hasPowers && code === null && columns.clock === undefined && cells >= 6 && cells <= 7
}

export class BarRows {
  first = Number.POSITIVE_INFINITY
  last = Number.NEGATIVE_INFINITY
  lastClose = 0
  accepted = 0
  rows = 0
  readonly out: BarColumns
  readonly #options: BarRowsOptions
  readonly #quarantine: Pick<Quarantine, 'add'>
  readonly #days: DayCache = { day: 0, ms: 0 }
  readonly #step: number
  readonly #reader: CellReader
  readonly #isPlain: boolean
  readonly #headLines: number
  readonly #hasTurnover: boolean
  readonly #outliers: OutlierGate<Waiting>
  /** A bit for each minute of each day, to detect repeated times without storing the rows. */
  readonly #seen = new Map<number, Uint8Array>()
  #day = Number.NaN
  #minutes: Uint8Array = new Uint8Array(0)
  #line = 0

  constructor(options: BarRowsOptions, quarantine: Pick<Quarantine, 'add'>) {
    this.out = new BarColumns(options.rowsFirst)
    this.#options = options
    this.#quarantine = quarantine
    const ms = intervalMs[options.interval]
    this.#outliers = new OutlierGate(options.acceptOutliers ? Number.POSITIVE_INFINITY : outlierFactor)
    this.#step = ms <= intervalMs['30m'] ? ms : ms < dayMs ? minuteMs : dayMs
    this.#reader = new CellReader(options.dialect, ms >= dayMs)
    this.#isPlain = isPlain(options.dialect)
    this.#headLines = options.dialect.headLines
    this.#hasTurnover = options.dialect.columns.turnover !== undefined
  }

  /** Reads one row that is split into cells. `line`: its number in the file; `row`: its text in the file. */
  readCells(line: number, cells: readonly string[], row: string): void {
    this.#line = line
    this.rows += 1
    this.#cells(cells, row)
  }

  /** Reads whole lines, and adds valid rows to `out`. */
  read(text: string): void {
    let start = 0
    while (start < text.length) {
      let end = text.indexOf('\n', start)
      if (end < 0) end = text.length
      const stop = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end
      this.#line += 1
      if (stop > start) this.#row(text, start, stop)
      start = end + 1
    }
  }

  /** Ends the input. A row that still waits for confirmation is quarantined. */
  finish(): void {
    this.#refuseWaiting(this.#outliers.end())
  }

  #row(text: string, start: number, end: number): void {
    if (this.#line <= this.#headLines) return
    this.rows += 1
    if (!this.#isPlain || !this.#plain(text, start, end)) this.#general(text.slice(start, end))
  }

  /** Reads six or seven plain cells in the standard order. Returns false if `#general` must read the row. */
  #plain(text: string, start: number, end: number): boolean {
    const a = text.indexOf(',', start)
    const b = text.indexOf(',', a + 1)
    const c = text.indexOf(',', b + 1)
    const d = text.indexOf(',', c + 1)
    const e = text.indexOf(',', d + 1)
    if (a < 0 || b < 0 || c < 0 || d < 0 || e < 0 || e >= end) return false
    let stop = text.indexOf(',', e + 1)
    let turnover = 0
    if (stop < 0 || stop > end) stop = end
    if (stop < end !== this.#hasTurnover) return false
    if (stop + 1 < end) turnover = parseDecimal(text, stop + 1, end)
    const stamp = parseUtcStamp(text, start, a, this.#days)
    const time = stamp >= 0 ? stamp : this.#reader.timeOf(text.slice(start, a))
    const open = parseDecimal(text, a + 1, b)
    const high = parseDecimal(text, b + 1, c)
    const low = parseDecimal(text, c + 1, d)
    const close = parseDecimal(text, d + 1, e)
    const volume = parseDecimal(text, e + 1, stop)
    // A cell that is not a plain number or time may be a number or time in quotes or with blanks.
    if (!(open + high + low + close + volume + turnover + time < Number.POSITIVE_INFINITY)) return false
    this.#take(time, open, high, low, close, volume, turnover, text, start, end)
    return true
  }

  #general(row: string): void {
    const cells = this.#reader.cells(row)
    if (typeof cells === 'string') this.#refuse(cells, row)
    else if (this.#reader.isWanted(cells)) this.#cells(cells, row)
    else this.rows -= 1
  }

  #cells(cells: readonly string[], row: string): void {
    const reader = this.#reader
    const [open, high, low, close] = [
      reader.number(cells, 'open'),
      reader.number(cells, 'high'),
      reader.number(cells, 'low'),
      reader.number(cells, 'close'),
    ]
    const volume = reader.number(cells, 'volume', 0)
    const turnover = reader.numberIfAny(cells, 'turnover', 0)
    const isNone = !Number.isFinite(open + high + low + close + volume + turnover)
    if (isNone && reader.isInexact(cells, figureNames)) this.#refuse('not_exact', row)
    else this.#take(reader.time(cells), open, high, low, close, volume, turnover, row, 0, row.length)
  }

  /** Checks the figures of the row `text[start, end)`, and writes the row or lets it wait. */
  #take(
    time: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    turnover: number,
    text: string,
    start: number,
    end: number,
  ): void {
    const fault = this.#check(time, open, high, low, close, volume, turnover)
    if (fault) {
      this.#refuse(fault, text.slice(start, end))
      return
    }
    if (this.#outliers.isFar(close)) {
      this.#meet({ line: this.#line, row: text.slice(start, end), time, open, high, low, close, volume, turnover })
      return
    }
    this.#refuseWaiting(this.#outliers.accept(close))
    this.#write(time, open, high, low, close, volume, turnover)
  }

  /**
   * Accepts this row and the waiting row if both prices agree; otherwise refuses the waiting row and lets this row
   * wait.
   */
  #meet(row: Waiting): void {
    const { waited, isConfirmed } = this.#outliers.meet(row.close, row)
    if (!isConfirmed) this.#refuseWaiting(waited)
    else for (const one of waited ? [waited, row] : [row]) this.#release(one)
  }

  #release({ line, row, time, open, high, low, close, volume, turnover }: Waiting): void {
    if (this.#isSeen(time)) this.#quarantine.add(line, 'duplicate', row)
    else this.#write(time, open, high, low, close, volume, turnover)
  }

  #refuseWaiting(waited: Waiting | null): void {
    if (waited) this.#quarantine.add(waited.line, 'outlier', waited.row)
  }

  #write(time: number, o: number, h: number, l: number, close: number, v: number, turnover: number): void {
    this.#mark(time)
    this.accepted += 1
    if (time < this.first) this.first = time
    if (time > this.last) {
      this.last = time
      this.lastClose = close
    }
    this.out.push(time, o, h, l, close, v, turnover)
  }

  #check(
    time: number,
    open: number,
    high: number,
    low: number,
    close: number,
    volume: number,
    turnover: number,
  ): RowReason | null {
    if (Number.isNaN(time)) return 'invalid_time'
    if (!(turnover >= 0)) return turnover < 0 ? 'negative_volume' : 'not_a_number'
    if (Math.floor(time / this.#step) * this.#step !== time) return 'misaligned_time'
    const fault = barFault(time, open, high, low, close, volume, this.#options)
    if (fault) return fault
    return this.#isSeen(time) ? 'duplicate' : null
  }

  /**
   * Whether a row with this time was read before; the first row counts. Times may come in any order, since parts of
   * real files overlap.
   */
  #isSeen(time: number): boolean {
    const day = Math.floor(time / dayMs)
    if (day !== this.#day) {
      this.#day = day
      this.#minutes = this.#seen.get(day) ?? new Uint8Array(180)
      this.#seen.set(day, this.#minutes)
    }
    const minute = Math.floor((time - day * dayMs) / minuteMs)
    return ((this.#minutes[minute >> 3] ?? 0) & (1 << (minute & 7))) !== 0
  }

  #mark(time: number): void {
    const minute = Math.floor((time - this.#day * dayMs) / minuteMs)
    this.#minutes[minute >> 3] = (this.#minutes[minute >> 3] ?? 0) | (1 << (minute & 7))
  }

  #refuse(reason: RowReason, line: string): void {
    this.#quarantine.add(this.#line, reason, line)
  }
}
