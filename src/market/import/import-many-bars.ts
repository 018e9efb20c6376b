import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import { type BarBatch, barBlock } from '../bars/bar-columns.ts'
import { type Claim, claimForImport, importedSpansOf } from '../bars/bars.ts'
import { intervalNumber } from '../bars/interval.ts'
import { insertBarBlock } from '../bars/write-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { followMerge } from '../merge/merge.ts'
import { mapOfOurs } from './file/column-map.ts'
import { FileRefused } from './file/file-refused.ts'
import { readManyTarget } from './file/many-target.ts'
import { optionsOf, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { BarRows } from './rows/bar-rows.ts'
import { Corrections } from './rows/corrections.ts'
import { ManyRows } from './rows/many-rows.ts'
import { tableOfMany } from './tables/table-of.ts'

const insertRows = 100_000
/** Initial row capacity for each instrument; most have a few hundred minutes a day. */
const rowsFirst = 64
const claimsAtOnce = 500

type Series = { instrument: Instrument; rows: BarRows; corrections: Corrections; before: Span | null }
type Span = { first: number; last: number }

/** Imports bars of many instruments from one file, by the code of each row; otherwise like `importBars`. */
export async function importManyBars(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readManyTarget(file, flags)
  if (!target || !flags.map) throw new FileRefused(file, 'file_name')
  if (!target.interval) throw new FileRefused(file, 'file_no_interval')
  const label = `${target.class} ${target.region} * ${target.interval}`
  const options = { ...optionsOf(target, flags), map: mapOfOurs(flags.map) }
  const run = await ImportRun.start(ctx, { kind: 'bars', file, target: label, options }, io)
  const many = new ManyRows(ctx, target, run.quarantine)
  const all = new ManySeries(ctx, many, run, {
    interval: target.interval,
    acceptOutliers: flags.acceptOutliers ?? false,
  })
  try {
    for await (const { text, fraction } of tableOfMany(file, flags.map, io.signal)) {
      await all.read(text)
      await run.moved(text, fraction, { rows: many.rows, accepted: all.stored })
    }
    await all.finish()
  } catch (error) {
    // The rows before the failure are stored too, as far as the store accepts them. The first failure is reported.
    await all.settle().catch(() => {})
    await run.fail({ rows: many.rows, accepted: all.stored, corrected: all.corrected })
    throw error
  }
  return run.finish({ rows: many.rows, accepted: all.stored, corrected: all.corrected })
}

class ManySeries {
  readonly #ctx: Platform
  readonly #many: ManyRows
  readonly #run: ImportRun
  readonly #interval: Interval
  readonly #acceptOutliers: boolean
  readonly #now: number
  readonly #byCode = new Map<string, Series>()
  #held = 0
  stored = 0

  constructor(
    ctx: Platform,
    many: ManyRows,
    run: ImportRun,
    { interval, acceptOutliers }: { interval: Interval; acceptOutliers: boolean },
  ) {
    this.#ctx = ctx
    this.#many = many
    this.#run = run
    this.#interval = interval
    this.#acceptOutliers = acceptOutliers
    this.#now = ctx.clock.now()
  }

  get corrected(): number {
    return this.#sum(({ corrections }) => corrections.count)
  }

  async read(text: string): Promise<void> {
    const rows = await this.#many.read(text)
    await this.#begin(new Set(rows.map(({ code }) => code)))
    for (const { line, code, text: cells } of rows) this.#byCode.get(code)?.rows.readRow(line, cells)
    this.#held += rows.length
    if (this.#held >= insertRows) await this.#insert()
  }

  async finish(): Promise<void> {
    for (const { rows } of this.#byCode.values()) rows.finish()
    await this.settle()
  }

  /** Stores and claims the rows that were read. */
  async settle(): Promise<void> {
    await this.#insert()
    if (this.stored === 0) return
    const claims: Claim[] = []
    for (const { instrument, rows, corrections } of this.#byCode.values()) {
      await corrections.record()
      if (rows.accepted === 0) continue
      const { first, last, lastClose } = rows
      claims.push({ instrument: await followMerge(this.#ctx, instrument), first, last, lastClose })
    }
    for (let at = 0; at < claims.length; at += claimsAtOnce)
      await claimForImport(this.#ctx, this.#interval, claims.slice(at, at + claimsAtOnce))
    // A dividend's factor depends on the close before it, which may be new.
    for (const { instrument } of claims) await computeFactors(this.#ctx, instrument.id)
  }

  async #begin(codes: ReadonlySet<string>): Promise<void> {
    const interval = this.#interval
    const begun = [...codes].flatMap((code) => {
      const instrument = this.#byCode.has(code) ? undefined : this.#many.instruments.get(code)
      return instrument ? [{ code, instrument }] : []
    })
    if (begun.length === 0) return
    const spans = await importedSpansOf(
      this.#ctx,
      begun.map(({ instrument }) => instrument.id),
      interval,
    )
    for (const { code, instrument } of begun) {
      const options = {
        ...{ interval, now: this.#now, negativePrices: instrument.class === 'future', rowsFirst },
        ...{ acceptOutliers: this.#acceptOutliers, head: this.#many.head },
      }
      this.#byCode.set(code, {
        instrument,
        rows: new BarRows(options, this.#many.refusedOf(code)),
        corrections: new Corrections(this.#ctx, instrument.id, interval),
        before: spans.get(instrument.id) ?? null,
      })
    }
  }

  async #insert(): Promise<void> {
    this.#held = 0
    const same = { interval: intervalNumber(this.#interval), source: sourceNumber('import') }
    const version = versionOf('import', this.#now)
    const blocks: Buffer[] = []
    let rowCount = 0
    const filled = [...this.#byCode.values()].filter(({ rows }) => rows.out.length > 0)
    await this.#run.endSimulation(filled.map(({ instrument }) => instrument))
    for (const { instrument, rows, corrections, before } of filled) {
      const batch = rows.out.drain()
      rowCount += batch.times.length
      const wanted = before && overlaps(batch, before) ? await corrections.changed(batch) : batch
      if (wanted.times.length > 0) blocks.push(barBlock(wanted, { ...same, instrument: instrument.id, version }))
    }
    if (blocks.length > 0) await insertBarBlock(this.#ctx, Buffer.concat(blocks))
    this.stored += rowCount
  }

  #sum(of: (series: Series) => number): number {
    let sum = 0
    for (const series of this.#byCode.values()) sum += of(series)
    return sum
  }
}

/** Only rows within the imported time span can need corrections. */
function overlaps({ times }: BarBatch, { first, last }: Span): boolean {
  return times.some((time) => time >= first && time <= last)
}
