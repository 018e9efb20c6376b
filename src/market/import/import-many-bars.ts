import type { Platform } from '#src/platform/platform.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import { type BarBatch, barBlock } from '../bars/bar-columns.ts'
import { type Claim, claimForImport, importedSpansOf } from '../bars/bars.ts'
import { intervalNumber } from '../bars/interval.ts'
import { insertBarBlock } from '../bars/write-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { followMerge } from '../merge/merge.ts'
import { FileRefused } from './file/file-refused.ts'
import { readManyTarget } from './file/many-target.ts'
import { optionsOf, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { BarRows, type BarRowsOptions } from './rows/bar-rows.ts'
import { Corrections } from './rows/corrections.ts'
import { ManyRows } from './rows/many-rows.ts'
import { openManyTable } from './tables/table-of.ts'

const insertRows = 100_000
/**
 * The initial row capacity of an instrument. A file may have thousands of instruments with one to a few hundred minutes
 * each, so the capacity starts small and grows.
 */
const rowsFirst = 64
const claimsAtOnce = 500

/**
 * `instrument` null: the instrument is created with its first stored row. `stored`: rows of earlier imports that may
 * need a correction.
 */
type Series = { instrument: Instrument | null; rows: BarRows; stored: { corrections: Corrections; span: Span } | null }
type Span = { first: number; last: number }

/** Imports bars of many instruments from one file, by the code in each row; otherwise like `importBars`. */
export async function importManyBars(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readManyTarget(file, flags)
  if (!target) throw new FileRefused(file, 'file_name')
  if (!target.interval) throw new FileRefused(file, 'file_no_interval')
  const { dialect, chunks } = await openManyTable(
    ctx,
    file,
    { kind: 'bars', flags, target, released: io.again?.head },
    io.signal,
  )
  const label = `${target.class} ${target.region} * ${target.interval}`
  const run = await ImportRun.start(
    ctx,
    { kind: 'bars', file, target: label, options: optionsOf(target, flags), dialect },
    io,
  )
  const many = new ManyRows(ctx, target, dialect, run.quarantine)
  const all = new ManySeries(ctx, many, run, {
    ...{ interval: target.interval, negativePrices: target.class === 'future', dialect },
    ...{ acceptOutliers: flags.acceptOutliers ?? false },
  })
  try {
    for await (const { text, fraction } of chunks) {
      await all.read(text)
      await run.moved(text, fraction, { rows: many.rows, accepted: all.stored })
    }
    await all.finish()
  } catch (error) {
    // The rows before the failure are stored, too, if the store accepts them. The first failure is reported.
    await all.settle().catch(() => {})
    await run.fail({ rows: many.rows, accepted: all.stored, corrected: all.corrected })
    throw error
  }
  return run.finish({ rows: many.rows, accepted: all.stored, corrected: all.corrected })
}

type SeriesOptions = Pick<BarRowsOptions, 'interval' | 'negativePrices' | 'acceptOutliers' | 'dialect'>

class ManySeries {
  readonly #ctx: Platform
  readonly #many: ManyRows
  readonly #run: ImportRun
  readonly #options: SeriesOptions
  readonly #now: number
  readonly #byCode = new Map<string, Series>()
  #held = 0
  stored = 0

  constructor(ctx: Platform, many: ManyRows, run: ImportRun, options: SeriesOptions) {
    this.#ctx = ctx
    this.#many = many
    this.#run = run
    this.#options = options
    this.#now = run.startedAt
  }

  get corrected(): number {
    let sum = 0
    for (const { stored } of this.#byCode.values()) sum += stored?.corrections.count ?? 0
    return sum
  }

  async read(text: string): Promise<void> {
    const rows = await this.#many.read(text)
    await this.#begin(new Set(rows.map(({ code }) => code)))
    for (const { line, code, cells, text: row } of rows) this.#byCode.get(code)?.rows.readCells(line, cells, row)
    this.#held += rows.length
    if (this.#held >= insertRows) await this.#insert()
  }

  async finish(): Promise<void> {
    for (const { rows } of this.#byCode.values()) rows.finish()
    await this.settle()
  }

  /** Stores the rows that were read, and marks them as imported. */
  async settle(): Promise<void> {
    await this.#insert()
    if (this.stored === 0) return
    const claims: Claim[] = []
    for (const { instrument, rows, stored } of this.#byCode.values()) {
      await stored?.corrections.record()
      if (rows.accepted === 0 || !instrument) continue
      const { first, last, lastClose } = rows
      claims.push({ instrument: await followMerge(this.#ctx, instrument), first, last, lastClose })
    }
    for (let at = 0; at < claims.length; at += claimsAtOnce)
      await claimForImport(this.#ctx, this.#options.interval, claims.slice(at, at + claimsAtOnce))
    // A dividend's factor depends on the close before the ex-date, which this import may have added.
    for (const { instrument } of claims) await computeFactors(this.#ctx, instrument.id)
  }

  async #begin(codes: ReadonlySet<string>): Promise<void> {
    const { interval } = this.#options
    const begun = [...codes].flatMap((code) => {
      const instrument = this.#byCode.has(code) ? undefined : this.#many.instruments.get(code)
      return instrument === undefined ? [] : [{ code, instrument }]
    })
    const known = begun.flatMap(({ instrument }) => (instrument ? [instrument.id] : []))
    const spans = known.length === 0 ? null : await importedSpansOf(this.#ctx, known, interval)
    for (const { code, instrument } of begun) {
      const span = instrument && spans?.get(instrument.id)
      this.#byCode.set(code, {
        instrument,
        rows: new BarRows({ ...this.#options, now: this.#now, rowsFirst }, this.#run.quarantine),
        stored: span ? { span, corrections: new Corrections(this.#ctx, instrument.id, interval) } : null,
      })
    }
  }

  /** The series with rows to store. Creates their missing instruments. */
  async #filled(): Promise<(Series & { instrument: Instrument })[]> {
    const filled: (Series & { instrument: Instrument })[] = []
    for (const [code, series] of this.#byCode) {
      if (series.rows.out.length === 0) continue
      series.instrument ??= await this.#many.ensure(code)
      filled.push({ ...series, instrument: series.instrument })
    }
    return filled
  }

  async #insert(): Promise<void> {
    this.#held = 0
    const same = { interval: intervalNumber(this.#options.interval), source: sourceNumber('import') }
    const version = versionOf('import', this.#now)
    const blocks: Buffer[] = []
    let rowCount = 0
    const filled = await this.#filled()
    await this.#run.endSimulation(filled.map(({ instrument }) => instrument))
    for (const { instrument, rows, stored } of filled) {
      const batch = rows.out.drain()
      rowCount += batch.times.length
      const wanted = stored && overlaps(batch, stored.span) ? await stored.corrections.changed(batch) : batch
      if (wanted.times.length > 0) blocks.push(barBlock(wanted, { ...same, instrument: instrument.id, version }))
    }
    if (blocks.length > 0) await insertBarBlock(this.#ctx, Buffer.concat(blocks))
    this.stored += rowCount
  }
}

/** Only rows within the imported time span can be corrections. */
function overlaps({ times }: BarBatch, { first, last }: Span): boolean {
  return times.some((time) => time >= first && time <= last)
}
