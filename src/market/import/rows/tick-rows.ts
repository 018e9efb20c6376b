import { dayMs } from '#src/contract/time.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import { sourceNumber, versionOf } from '../../bars/bar.ts'
import { parseInstant } from '../../calendar/instant.ts'
import { type DayCache, parseDecimal, parseUtcStamp } from '../file/numbers.ts'
import { OutlierGate } from '../file/outliers.ts'
import type { Quarantine } from '../file/quarantine.ts'
import { originOf, type ReleasedRows } from '../file/released.ts'

/** A trade price ten times the previous one is suspect, because only a new level moves so far between two trades. */
const outlierFactor = 10

/**
 * First sequence number of ticks released from quarantine; their line number is added. So they follow the other ticks
 * of their millisecond and replace none.
 */
const releasedSeq = 2 ** 31

type Waiting = { line: number; row: string; time: number; second: number; third: number; side: Side }
type Side = 0 | 1 | 2

type TickRowsOptions = {
  now: number
  quarantine: Pick<Quarantine, 'add'>
  acceptOutliers: boolean
  again: ReleasedRows | undefined
  /** Column names, when the first line of the text does not contain them. */
  head?: string
}

export class TickRows {
  rows = 0
  accepted = 0
  first = Number.POSITIVE_INFINITY
  last = Number.NEGATIVE_INFINITY
  readonly #head: string
  readonly #tail: string
  readonly #now: number
  readonly #quarantine: Pick<Quarantine, 'add'>
  readonly #days: DayCache = { day: 0, ms: 0 }
  #quotes = false
  #hasSide = false
  #line = 0
  /** Time of the newest valid row (`#lastTime`) and written row (`#previous`); one row may wait between. */
  #lastTime = Number.NaN
  #previous = Number.NaN
  #seq = 0
  readonly #outliers: OutlierGate<Waiting>

  readonly #again: ReleasedRows | undefined

  constructor(instrument: number, { now, quarantine, acceptOutliers, again, head }: TickRowsOptions) {
    this.#again = again
    this.#outliers = new OutlierGate(acceptOutliers ? Number.POSITIVE_INFINITY : outlierFactor)
    this.#head = `${instrument},`
    this.#tail = `,${sourceNumber('import')},${versionOf('import', now)}\n`
    this.#now = now
    this.#quarantine = quarantine
    if (head !== undefined) this.#readHead(head)
  }

  /** Reads one row of a file with a known header; `line`: its number in the file. */
  readRow(line: number, row: string): string {
    this.#line = line
    return this.#row(row)
  }

  read(text: string): string {
    let out = ''
    for (const raw of text.split('\n')) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      this.#line += 1
      if (line === '') continue
      if (this.#line === 1 && /[a-z]{3}/i.test(line) && !/^\d/.test(line)) this.#readHead(line)
      else out += this.#row(line)
    }
    return out
  }

  #readHead(line: string): void {
    this.#quotes = /\bbid\b/i.test(line)
    this.#hasSide = /^[^,]*,[^,]*,[^,]*,side$/i.test(line)
  }

  #row(line: string): string {
    this.rows += 1
    const a = line.indexOf(',')
    const b = line.indexOf(',', a + 1)
    if (a < 0 || b < 0) return this.#refuse('missing_column', line)
    const stamp = parseUtcStamp(line, 0, a, this.#days)
    const time = stamp >= 0 ? stamp : (parseInstant(line.slice(0, a)) ?? Number.NaN)
    const second = parseDecimal(line, a + 1, b)
    const c = this.#hasSide ? line.indexOf(',', b + 1) : -1
    const third = parseDecimal(line, b + 1, c < 0 ? line.length : c)
    const fault = this.#fault(time, second, third)
    if (fault) return this.#refuse(fault, line)
    this.#lastTime = time
    const row = { line: this.#line, row: line, time, second, third, side: c < 0 ? 0 : sideOf(line, c + 1) }
    const price = this.#priceOf(row)
    if (!this.#outliers.isFar(price)) {
      this.#refuseWaiting(this.#outliers.accept(price))
      return this.#write(row)
    }
    const { waited, isConfirmed } = this.#outliers.meet(price, row)
    if (isConfirmed) return `${waited ? this.#write(waited) : ''}${this.#write(row)}`
    this.#refuseWaiting(waited)
    return ''
  }

  finish(): void {
    this.#refuseWaiting(this.#outliers.end())
  }

  #write(row: Waiting): string {
    const { time, second, third, side } = row
    if (this.#again) this.#seq = releasedSeq + originOf(this.#again, row.line)
    else this.#seq = time === this.#previous ? this.#seq + 1 : 0
    this.#previous = time
    this.accepted += 1
    this.first = Math.min(this.first, time)
    this.last = Math.max(this.last, time)
    const values = this.#quotes ? `${this.#priceOf(row)},0,0,${second},${third}` : `${second},${third},${side},0,0`
    return `${this.#head}${time},${this.#seq},${values}${this.#tail}`
  }

  #priceOf({ second, third }: Waiting): number {
    return this.#quotes ? Math.round(((second + third) / 2) * 1e10) / 1e10 : second
  }

  #refuseWaiting(waited: Waiting | null): void {
    if (waited) this.#quarantine.add(waited.line, 'outlier', waited.row)
  }

  #fault(time: number, second: number, third: number): RowReason | null {
    if (Number.isNaN(time)) return 'invalid_time'
    if (!Number.isFinite(second + third)) return 'not_a_number'
    if (second <= 0) return 'negative_price'
    if (this.#quotes ? third <= 0 : third < 0) return this.#quotes ? 'negative_price' : 'negative_volume'
    if (this.#quotes && third < second) return 'crossed_quote'
    if (time > this.#now + dayMs) return 'time_in_future'
    return time < this.#lastTime && !this.#again ? 'out_of_order' : null
  }

  #refuse(reason: RowReason, line: string): string {
    this.#quarantine.add(this.#line, reason, line)
    return ''
  }
}

/** The aggressor's side of a trade: `sell` is 1, `buy` is 2, and any other text is unknown. */
function sideOf(line: string, start: number): Side {
  if (line.startsWith('buy', start)) return 2
  return line.startsWith('sell', start) ? 1 : 0
}
