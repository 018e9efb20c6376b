import { basename } from 'node:path'
import type { Reading } from '#src/contract/data/reading.ts'
import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { progressBar } from '#src/platform/text/progress-bar.ts'
import { noteFed } from '../feed-keys/fed.ts'
import type { Instrument } from '../instruments/instrument.ts'
import type { Dialect } from './file/dialect.ts'
import { FileRefused } from './file/file-refused.ts'
import { Quarantine, type RefusedLine } from './file/quarantine.ts'
import { originOf, type ReleasedRows } from './file/released.ts'
import type { TargetFlags } from './file/source-file.ts'
import { beginRun, closeRun, insertRefused, insertRun, noteHead, type RunEnd } from './run-store.ts'
import { readTable } from './tables/table-of.ts'

/** The progress of an import. `fraction`: of the file, 0 to 1; `accepted`: the number of stored rows. */
export type Moved = { importId: string; fraction: number; rows: number; accepted: number }

export type ImportIo = {
  signal: AbortSignal
  /** Shows a line on the terminal. */
  progress(line: string): void
  /** Reports the form of the file before its first row. */
  recognised?: (reading: Reading) => void
  /** Reports progress as figures. */
  moved?: (at: Moved) => Promise<void>
  again?: ReleasedRows
  /** The id of the account that started the import, or `cli`; null if unknown. */
  by?: string | null
  /** The queue's record of the import. Without it, the import gets a record of its own. */
  job?: string
}

export type ImportReport = {
  file: string
  target: string
  rows: number
  accepted: number
  quarantined: number
  /** The number of rows that replaced different values of an earlier import. */
  corrected: number
  reasons: Record<string, number>
  quarantineFile: string | null
  firstRefused: RefusedLine | null
  seconds: number
  /** The keys of the instruments whose simulation this import has ended. */
  ended: readonly string[]
}

/** The number of consecutive refused rows after which an import ends. */
const refusedInRowMax = 10_000
const rowsMax = 1_000_000_000

type Begun = { kind: ImportKind; file: string; target?: string; options?: TargetFlags; dialect?: Dialect }
type Counts = { rows: number; accepted: number; corrected?: number }

/** One import: its row in `imports`, its quarantine, its progress line and its report. */
export class ImportRun {
  readonly quarantine: Quarantine
  /** The start of the import, which is the version of the stored rows. */
  readonly startedAt: number
  readonly #ctx: Platform
  readonly #id: string
  readonly #path: string
  readonly #target: string
  readonly #kind: string
  readonly #io: ImportIo
  readonly #startedAt = performance.now()
  #saidAt = 0
  #hasHead = false
  /** The line with the names of the columns, if it is known. */
  readonly #head: string | undefined
  #seen = { rows: 0, misfits: 0 }
  #refusedInRow = 0
  readonly #ended: string[] = []

  private constructor(
    ctx: Platform,
    { id, startedAt }: { id: string; startedAt: number },
    { kind, file, target = '', dialect }: Begun,
    io: ImportIo,
  ) {
    this.#ctx = ctx
    this.startedAt = startedAt
    this.#id = id
    this.#kind = kind
    this.#path = file
    this.#target = target
    this.#head = dialect?.head
    this.#io = io
    this.quarantine = new Quarantine(ctx.settings.dataDir, `import-${id}`, (rows) => this.#keep(rows))
  }

  static async start(ctx: Platform, begun: Begun, io: ImportIo): Promise<ImportRun> {
    const { kind, file, target = '', dialect } = begun
    const options = { ...begun.options, ...(dialect && { dialect }) }
    if (dialect) io.recognised?.(dialect)
    const startedAt = ctx.clock.now()
    const releasedFrom = io.again?.importId ?? null
    const run = { kind, file: basename(file), target, options, releasedFrom, startedAt, by: io.by ?? null }
    const { db } = ctx.postgres
    const id = io.job ?? (await insertRun(db, run))
    return new ImportRun(ctx, io.job ? await beginRun(db, id, run) : { id, startedAt }, begun, io)
  }

  /**
   * Stores refused rows for the staff to correct. Rows that were released from an earlier import go back to that
   * import.
   */
  async #keep(rows: readonly RefusedLine[]): Promise<void> {
    const { again } = this.#io
    if (again) again.refused(rows.map((row) => ({ ...row, line: originOf(again, row.line) })))
    else await insertRefused(this.#ctx.postgres.db, this.#id, rows)
  }

  /**
   * Stores refused rows, before they fill the memory, and reports progress. Called after each piece of the file
   * (`text`). The first piece shows whether the file has a header.
   */
  async moved(text: string, fraction: number, { rows, accepted }: Counts): Promise<void> {
    if (!this.#hasHead) {
      this.#hasHead = true
      await noteHead(this.#ctx.postgres.db, this.#id, this.#head ?? headOf(text))
    }
    if (this.quarantine.isFull) await this.quarantine.flush()
    this.#checkLimits(rows)
    this.#progress(fraction, rows)
    await this.#io.moved?.({ importId: this.#id, fraction, rows, accepted })
  }

  /** Ends the simulation of these instruments. Call it before their rows are stored. */
  async endSimulation(instruments: readonly Instrument[]): Promise<void> {
    this.#ended.push(...(await noteFed(this.#ctx, instruments)))
  }

  /** Throws a `FileRefused` if the rows show that the file is of another kind, or if there are too many rows. */
  #checkLimits(rows: number): void {
    const { misfits, lastLine } = this.quarantine
    const refused = misfits - this.#seen.misfits
    const fits = rows - this.#seen.rows - refused
    if (fits > 0) this.#refusedInRow = 0
    else this.#refusedInRow += refused
    this.#seen = { rows, misfits }
    if (!this.#io.again && this.#refusedInRow >= refusedInRowMax)
      throw new FileRefused(this.#path, 'file_rows_refused', { count: this.#refusedInRow, line: lastLine })
    if (rows > rowsMax) throw new FileRefused(this.#path, 'file_too_many_rows', { max: rowsMax })
  }

  /** The non-empty lines of the file, numbered from 1. `counts` returns the counts of the rows so far. */
  async *lines(counts: () => Counts): AsyncGenerator<{ line: number; text: string }> {
    let line = 0
    for await (const { text, fraction } of readTable(this.#path, this.#io.signal)) {
      for (const raw of text.slice(0, -1).split('\n')) {
        line += 1
        const bare = raw.replace(/\r$/, '')
        if (bare !== '') yield { line, text: bare }
      }
      await this.moved(text, fraction, counts())
    }
  }

  /** Shows at most five lines a second: `stock US AAPL 1m [#####·····] 52 % 1,234,567 rows 480,000/s`. */
  #progress(fraction: number, rows: number): void {
    const now = performance.now()
    if (now - this.#saidAt < 200) return
    this.#saidAt = now
    const rate = Math.round(rows / Math.max(0.001, (now - this.#startedAt) / 1000))
    this.#io.progress(
      `${this.#target || basename(this.#path)}  ${progressBar(fraction)}  ${rows.toLocaleString('en-US')} rows  ${rate.toLocaleString('en-US')}/s`,
    )
  }

  async finish({ rows, accepted, corrected = 0 }: Counts): Promise<ImportReport> {
    await this.quarantine.flush()
    const reasons = Object.fromEntries(this.quarantine.reasons)
    await this.#close('done', { rows, accepted, corrected }, reasons)
    const { metrics } = this.#ctx
    const kind = this.#kind
    metrics.counter('tapewire_import_rows_total', 'Rows read by imports.', ['kind']).inc({ kind }, rows)
    metrics
      .counter('tapewire_import_corrections_total', 'Imported rows that changed an earlier value.', ['kind'])
      .inc({ kind }, corrected)
    const quarantined = metrics.counter('tapewire_import_quarantined_total', 'Imported rows that were not taken.', [
      'kind',
      'reason',
    ])
    for (const [reason, count] of Object.entries(reasons)) quarantined.inc({ kind, reason }, count)
    return {
      file: basename(this.#path),
      target: this.#target,
      rows,
      accepted,
      corrected,
      quarantined: this.quarantine.count,
      reasons,
      quarantineFile: this.quarantine.count > 0 ? this.quarantine.file : null,
      firstRefused: this.quarantine.first,
      seconds: (performance.now() - this.#startedAt) / 1000,
      ended: this.#ended,
    }
  }

  async fail(counts: Counts): Promise<void> {
    await this.quarantine.flush()
    await this.#close('failed', counts, Object.fromEntries(this.quarantine.reasons))
  }

  async #close(state: RunEnd['state'], counts: Counts, reasons: Record<string, number>): Promise<void> {
    await closeRun(this.#ctx.postgres.db, this.#id, {
      state,
      rows: counts.rows,
      accepted: counts.accepted,
      corrected: counts.corrected ?? 0,
      quarantined: this.quarantine.count,
      reasons,
      finishedAt: this.#ctx.clock.now(),
    })
  }
}

const headMax = 2_000

/** The first line if it begins with a letter, as a header does; otherwise empty. */
function headOf(text: string): string {
  const [line = ''] = text.slice(0, headMax).split(/\r?\n/, 1)
  return /^["\ufeff\u00ef\u00bb\u00bf\s]*[a-z]/i.test(line) ? line : ''
}

/** The counts of rows, as text: `3 rows, 2 taken, 1 quarantined (duplicate 1)`. */
export function countsOf({ rows, accepted, corrected, quarantined, reasons }: ImportReport): string {
  const number = (value: number) => value.toLocaleString('en-US')
  const refused = Object.entries(reasons).map(([reason, count]) => `${reason} ${number(count)}`)
  return [
    `${number(rows)} rows, ${number(accepted)} taken`,
    ...(corrected > 0 ? [`${number(corrected)} corrected`] : []),
    ...(quarantined > 0 ? [`${number(quarantined)} quarantined (${refused.join(', ')})`] : []),
  ].join(', ')
}

export function reportLine(report: ImportReport): string {
  const rate = Math.round(report.rows / Math.max(0.001, report.seconds)).toLocaleString('en-US')
  return [
    `${report.target || report.file}: ${countsOf(report)}, ${report.seconds.toFixed(1)} s, ${rate} rows/s`,
    ...(report.ended.length > 0 ? [endedLine(report.ended)] : []),
    ...(report.quarantineFile ? [`  quarantined rows: ${report.quarantineFile}`] : []),
  ].join('\n')
}

const keysMax = 3

function endedLine(keys: readonly string[]): string {
  const named = keys.length > keysMax ? `${keys.length.toLocaleString('en-US')} instruments` : keys.join(', ')
  const [verb, history] = keys.length === 1 ? ['is', 'its history'] : ['are', 'their history']
  return `  ${named} ${verb} no longer simulated: ${history} before, between and after these rows stays empty until it is imported.`
}
