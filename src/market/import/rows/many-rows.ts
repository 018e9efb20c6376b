import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../../instruments/instrument.ts'
import { ensureInstrument, findInstruments, readingsOf } from '../../instruments/instruments.ts'
import { isCode } from '../../instruments/symbol.ts'
import type { Dialect } from '../file/dialect.ts'
import type { ManyTarget } from '../file/many-target.ts'
import type { Quarantine } from '../file/quarantine.ts'
import { CellReader } from '../reading/cell-reader.ts'

type Row = { line: number; code: string; cells: readonly string[]; text: string }

/**
 * The rows of a file with many instruments, with code and line number (from 1). Rows of unknown instruments have no
 * instrument yet.
 */
export class ManyRows {
  rows = 0
  readonly instruments = new Map<string, Instrument | null>()
  readonly #ctx: Platform
  readonly #target: ManyTarget
  readonly #quarantine: Pick<Quarantine, 'add'>
  readonly #reader: CellReader
  #line = 0

  constructor(ctx: Platform, target: ManyTarget, dialect: Dialect, quarantine: Pick<Quarantine, 'add'>) {
    this.#ctx = ctx
    this.#target = target
    this.#reader = new CellReader(dialect, false)
    this.#quarantine = quarantine
  }

  /** The rows of a piece of the file, with their instruments. Refuses a row with an impossible code. */
  async read(text: string): Promise<Row[]> {
    const rows: Row[] = []
    const { headLines } = this.#reader.dialect
    for (const raw of text.slice(0, -1).split('\n')) {
      const one = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      this.#line += 1
      if (one === '' || this.#line <= headLines) continue
      this.rows += 1
      const cells = this.#reader.cells(one)
      if (typeof cells === 'string') this.#quarantine.add(this.#line, cells, one)
      else rows.push({ line: this.#line, code: this.#reader.code(cells), cells, text: one })
    }
    await this.#know(new Set(rows.map(({ code }) => code)))
    return rows.filter(({ line, code, text: row }) => {
      const isKnown = this.instruments.has(code)
      if (!isKnown) this.#quarantine.add(line, 'invalid_symbol', row)
      return isKnown
    })
  }

  /** Returns the instrument of a code, and creates an unknown instrument. */
  async ensure(code: string): Promise<Instrument> {
    const { class: name, region } = this.#target
    const instrument = this.instruments.get(code) ?? (await ensureInstrument(this.#ctx, { class: name, region, code }))
    this.instruments.set(code, instrument)
    return instrument
  }

  async #know(codes: ReadonlySet<string>): Promise<void> {
    const { class: name, region } = this.#target
    const queries = [...codes]
      .filter((code) => !this.instruments.has(code))
      .map((code) => ({ class: name, region, code }))
      .filter((query) => readingsOf(query).length > 0)
    const found = await findInstruments(this.#ctx, queries)
    for (const [at, query] of queries.entries()) {
      const known = found[at]
      if (known?.region === region) this.instruments.set(query.code, known)
      else if (isCode(query.code)) this.instruments.set(query.code, null)
    }
  }
}
