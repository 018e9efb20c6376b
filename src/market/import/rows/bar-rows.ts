import { type Interval, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import { barFault } from '../../bars/bar.ts'
import { BarColumns } from '../../bars/bar-columns.ts'
import { parseInstant } from '../../calendar/instant.ts'
import { type DayCache, parseDecimal, parseUtcStamp } from '../file/numbers.ts'
import { OutlierGate } from '../file/outliers.ts'
import type { Quarantine } from '../file/quarantine.ts'

export type BarRowsOptions = {
  interval: Interval
  now: number
  negativePrices: boolean
  acceptOutliers: boolean
  /** Column names, when the first line of `text` does not contain them. */
  head?: string
  /** Initial row capacity. */
  rowsFirst?: number
}

/** A price a hundred times the previous one is suspect, because real splits are smaller. */
const outlierFactor = 100

type Figures = { open: number; high: number; low: number; close: number; volume: number; turnover: number }

/** A valid row that waits for the next price: its line number, text and figures. */
type Waiting = Figures & { line: number; row: string; time: number }

const standard = ['time', 'open', 'high', 'low', 'close', 'volume']

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
  #order: number[] | null = null
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
    if (options.head !== undefined) this.#readHeader(options.head)
  }

  /** Reads one row of a file with a known header; `line`: its number in the file. */
  readRow(line: number, row: string): void {
    this.#line = line
    this.#row(row, 0, row.length)
  }

  /** Reads whole lines; valid rows are added to `out`. */
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

  /** Ends the input; a row that still waits for confirmation is quarantined. */
  finish(): void {
    this.#refuseWaiting(this.#outliers.end())
  }

  #row(text: string, start: number, end: number): void {
    if (this.#line === 1 && this.#readHeader(text.slice(start, end))) return
    this.rows += 1
    if (this.#order !== null || text.charCodeAt(start) === 34) this.#reordered(text.slice(start, end))
    else this.#plain(text, start, end)
  }

  /** Reads six plain cells in the standard order. `original`: the row in the file, if its order differs. */
  #plain(text: string, start: number, end: number, original?: string): void {
    const a = text.indexOf(',', start)
    const b = text.indexOf(',', a + 1)
    const c = text.indexOf(',', b + 1)
    const d = text.indexOf(',', c + 1)
    const e = text.indexOf(',', d + 1)
    if (a < 0 || b < 0 || c < 0 || d < 0 || e < 0 || e >= end) {
      this.#refuse('missing_column', original ?? text.slice(start, end))
      return
    }
    let stop = text.indexOf(',', e + 1)
    let turnover = 0
    if (stop < 0 || stop > end) stop = end
    else if (stop + 1 < end) turnover = Math.max(0, parseDecimal(text, stop + 1, end)) || 0
    const stamp = parseUtcStamp(text, start, a, this.#days)
    const time = stamp >= 0 ? stamp : (parseInstant(text.slice(start, a)) ?? Number.NaN)
    const open = parseDecimal(text, a + 1, b)
    const high = parseDecimal(text, b + 1, c)
    const low = parseDecimal(text, c + 1, d)
    const close = parseDecimal(text, d + 1, e)
    const volume = parseDecimal(text, e + 1, stop)
    const fault = this.#check(time, open, high, low, close, volume)
    if (fault) {
      this.#refuse(fault, original ?? text.slice(start, end))
      return
    }
    if (this.#outliers.isFar(close)) {
      const row = original ?? text.slice(start, end)
      this.#meet({ line: this.#line, row, time, open, high, low, close, volume, turnover })
      return
    }
    this.#refuseWaiting(this.#outliers.accept(close))
    this.#write(time, open, high, low, close, volume, turnover)
  }

  /** Accepts this row and the waiting one, or makes this row wait. */
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

  #reordered(line: string): void {
    const cells = line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const order = this.#order ?? [0, 1, 2, 3, 4, 5, 6]
    const row = order.map((index) => cells[index] ?? '')
    const plain = `${row.slice(0, 6).join(',')}${row[6] ? `,${row[6]}` : ''}`
    const held = this.#order
    this.#order = null
    this.#plain(plain, 0, plain.length, line)
    this.#order = held
  }

  #check(time: number, open: number, high: number, low: number, close: number, volume: number): RowReason | null {
    if (Number.isNaN(time)) return 'invalid_time'
    if (Math.floor(time / this.#step) * this.#step !== time) return 'misaligned_time'
    const fault = barFault(time, open, high, low, close, volume, this.#options)
    if (fault) return fault
    return this.#isSeen(time) ? 'duplicate' : null
  }

  /**
   * Whether a row with this time was read before; the first one counts. Times may come in any order, since parts of
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

  /** Reads the header, which may have any column order; without a header the standard order applies. */
  #readHeader(line: string): boolean {
    const names = line
      .replace(/^\u00ef\u00bb\u00bf|^\ufeff/, '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim().replaceAll('"', ''))
    if (!names.includes('open') || !names.includes('close')) return false
    const find = (...spellings: string[]) => names.findIndex((name) => spellings.includes(name))
    const order = [
      find('time', 'date', 'timestamp', 'datetime', 't'),
      find('open', 'o'),
      find('high', 'h'),
      find('low', 'l'),
      find('close', 'c'),
      find('volume', 'v', 'vol'),
      find('turnover', 'tu', 'amount'),
    ]
    const isStandard = standard.every((_, index) => order[index] === index) && (order[6] === -1 || order[6] === 6)
    this.#order = isStandard ? null : order
    return true
  }
}
