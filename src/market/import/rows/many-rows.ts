import type { Platform } from '#src/platform/platform.ts'
import type { Instrument } from '../../instruments/instrument.ts'
import { ensureInstrument, findInstruments, readingsOf } from '../../instruments/instruments.ts'
import { isCode } from '../../instruments/symbol.ts'
import type { ManyTarget } from '../file/many-target.ts'
import type { Quarantine } from '../file/quarantine.ts'

type Row = { line: number; code: string; text: string }

/** The rows of a file with many instruments, with code and line number (from 1), and the instruments of these codes. */
export class ManyRows {
  /** The column names after the code. */
  head = ''
  rows = 0
  readonly instruments = new Map<string, Instrument>()
  readonly #ctx: Platform
  readonly #target: ManyTarget
  readonly #quarantine: Quarantine
  #line = 0

  constructor(ctx: Platform, target: ManyTarget, quarantine: Quarantine) {
    this.#ctx = ctx
    this.#target = target
    this.#quarantine = quarantine
  }

  /** The rows of a piece of the file, with instruments looked up. Refuses a row with an impossible code. */
  async read(text: string): Promise<Row[]> {
    const rows: Row[] = []
    for (const one of text.slice(0, -1).split('\n')) {
      this.#line += 1
      if (one === '') continue
      const end = one.indexOf(',')
      const row = { line: this.#line, code: one.slice(0, end), text: one.slice(end + 1) }
      if (this.#line === 1) this.head = row.text
      else rows.push(row)
    }
    this.rows += rows.length
    await this.#know(new Set(rows.map(({ code }) => code)))
    return rows.filter(({ line, code, text: cells }) => {
      const isKnown = this.instruments.has(code)
      if (!isKnown) this.#quarantine.add(line, 'invalid_symbol', `${code},${cells}`)
      return isKnown
    })
  }

  /** A quarantine that adds the code to refused rows of an instrument. */
  refusedOf(code: string): Pick<Quarantine, 'add'> {
    return { add: (line, reason, row) => this.#quarantine.add(line, reason, `${code},${row}`) }
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
      else if (isCode(query.code)) this.instruments.set(query.code, await ensureInstrument(this.#ctx, query))
    }
  }
}
