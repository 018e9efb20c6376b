import { dayMs } from '#src/contract/time.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import { sourceNumber, versionOf } from '../../bars/bar.ts'
import type { Dialect } from '../file/dialect.ts'
import { type DayCache, parseDecimal, parseUtcStamp } from '../file/numbers.ts'
import { OutlierGate } from '../file/outliers.ts'
import type { Quarantine } from '../file/quarantine.ts'
import { originOf, type ReleasedRows } from '../file/released.ts'
import { CellReader } from '../reading/cell-reader.ts'

/** The ratio to the previous price above which a tick is suspect, because prices rarely move this far at once. */
const outlierFactor = 10

/**
 * The first sequence number of ticks released from quarantine, to which their line number is added. Released ticks
 * follow the other ticks of their millisecond and replace no tick.
 */
const releasedSeq = 2 ** 31

/** A placeholder for an instrument that is still unknown. */
const orphan = '0,'

type Side = 0 | 1 | 2
/** `second` and `third`: price and size, or bid and ask. */
type Waiting = { line: number; row: string; time: number; second: number; third: number; side: Side }

type TickRowsOptions = {
  now: number
  quarantine: Pick<Quarantine, 'add'>
  acceptOutliers: boolean
  again: ReleasedRows | undefined
  dialect: Dialect
}

/** Whether rows are three plain cells: the time, and price and size, or bid and ask. */
function isPlain({ separator, decimal, groups, columns, cells, code, zone, ...rest }: Dialect): boolean {
  const [second, third] = columns.bid === undefined ? [columns.price, columns.size] : [columns.bid, columns.ask]
  const isOurs = cells === 3 && columns.time === 0 && second === 1 && third === 2 && code === null
  const isSimple = (separator ?? ',') === ',' && decimal === '.' && groups === '' && zone === 'UTC'
  return isOurs && isSimple && rest.pricePower === 0 && rest.volumePower === 0
}

export class TickRows {
  rows = 0
  accepted = 0
  first = Number.POSITIVE_INFINITY
  last = Number.NEGATIVE_INFINITY
  #head: string
  readonly #tail: string
  readonly #now: number
  readonly #quarantine: Pick<Quarantine, 'add'>
  readonly #days: DayCache = { day: 0, ms: 0 }
  readonly #reader: CellReader
  readonly #isPlain: boolean
  readonly #quotes: boolean
  #line = 0
  /**
   * The times of the newest valid row (`#lastTime`) and of the newest written row (`#previous`). One row may wait
   * between them.
   */
  #lastTime = Number.NaN
  #previous = Number.NaN
  #seq = 0
  readonly #outliers: OutlierGate<Waiting>

  readonly #again: ReleasedRows | undefined

  /** `instrument` null: still unknown, until `adopt` sets it. */
  constructor(instrument: number | null, { now, quarantine, acceptOutliers, again, dialect }: TickRowsOptions) {
    this.#again = again
    this.#outliers = new OutlierGate(acceptOutliers ? Number.POSITIVE_INFINITY : outlierFactor)
    this.#head = instrument === null ? orphan : `${instrument},`
    this.#tail = `,${sourceNumber('import')},${versionOf('import', now)}\n`
    this.#now = now
    this.#quarantine = quarantine
    this.#reader = new CellReader(dialect, false)
    this.#isPlain = isPlain(dialect)
    this.#quotes = dialect.columns.bid !== undefined
  }

  /** Reads one row that is split into cells. `line`: its number in the file; `row`: its text in the file. */
  readCells(line: number, cells: readonly string[], row: string): string {
    this.#line = line
    this.rows += 1
    return this.#cells(cells, row)
  }

  get isOrphan(): boolean {
    return this.#head === orphan
  }

  /** Sets the instrument of these rows and of all later rows. */
  adopt(instrument: number, rows: string): string {
    this.#head = `${instrument},`
    return rows.replaceAll(/^0,/gm, this.#head)
  }

  read(text: string): string {
    let out = ''
    const { headLines } = this.#reader.dialect
    for (const raw of text.slice(0, -1).split('\n')) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      this.#line += 1
      if (line === '' || this.#line <= headLines) continue
      this.rows += 1
      out += (this.#isPlain ? this.#plain(line) : null) ?? this.#general(line)
    }
    return out
  }

  /** Reads three plain cells. Returns null if `#general` must read the row. */
  #plain(line: string): string | null {
    const a = line.indexOf(',')
    const b = line.indexOf(',', a + 1)
    if (a < 0 || b < 0) return null
    const stamp = parseUtcStamp(line, 0, a, this.#days)
    const time = stamp >= 0 ? stamp : this.#reader.timeOf(line.slice(0, a))
    const second = parseDecimal(line, a + 1, b)
    const third = parseDecimal(line, b + 1, line.length)
    if (!(time + second + third < Number.POSITIVE_INFINITY)) return null
    return this.#take({ line: this.#line, row: line, time, second, third, side: 0 })
  }

  #general(line: string): string {
    const cells = this.#reader.cells(line)
    if (typeof cells === 'string') return this.#refuse(cells, line)
    if (this.#reader.isWanted(cells)) return this.#cells(cells, line)
    this.rows -= 1
    return ''
  }

  #cells(cells: readonly string[], row: string): string {
    const reader = this.#reader
    const names = this.#quotes ? (['bid', 'ask'] as const) : (['price', 'size'] as const)
    const [second, third] = [reader.number(cells, names[0]), reader.number(cells, names[1])]
    const side = reader.side(cells)
    if (Number.isNaN(second + third) && reader.isInexact(cells, names)) return this.#refuse('not_exact', row)
    if (side === null) return this.#refuse('invalid_side', row)
    return this.#take({ line: this.#line, row, time: reader.time(cells), second, third, side })
  }

  /** Checks a row, and writes it or lets it wait. Returns the rows to store. */
  #take(row: Waiting): string {
    const fault = this.#fault(row.time, row.second, row.third)
    if (fault) return this.#refuse(fault, row.row)
    this.#lastTime = row.time
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
