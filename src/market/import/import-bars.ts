import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import { type BarBatch, barBlock } from '../bars/bar-columns.ts'
import { barSources, claimForImport } from '../bars/bars.ts'
import { intervalNumber } from '../bars/interval.ts'
import { insertBarBlock } from '../bars/write-store.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { followMerge } from '../merge/merge.ts'
import { FileRefused } from './file/file-refused.ts'
import { optionsOf, readTarget, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { BarRows } from './rows/bar-rows.ts'
import { Corrections } from './rows/corrections.ts'
import { ImportedInstrument } from './rows/imported-instrument.ts'
import { Inserts } from './rows/inserts.ts'
import { intervalOfDbn } from './tables/dbn-lines.ts'
import { openTable } from './tables/table-of.ts'

/**
 * The number of bars per insert: few enough for one block of the column store, but enough for an efficient data part.
 */
const insertRows = 200_000

/** Imports bars. A repetition changes nothing. Invalid rows are quarantined; simulated bars are replaced. */
export async function importBars(ctx: Platform, file: string, flags: TargetFlags, io: ImportIo): Promise<ImportReport> {
  const target = readTarget(file, flags)
  const interval = target.interval ?? (await intervalOfDbn(file, io.signal))
  if (!interval) throw new FileRefused(file, 'file_no_interval')
  const imported = await ImportedInstrument.find(ctx, target)
  const request = { flags, target: { ...target, interval }, exchange: imported.exchange, released: io.again?.head }
  const { dialect, chunks } = await openTable(file, { kind: 'bars', ...request }, io.signal)
  const label = `${imported.label} ${interval}`
  const options = optionsOf({ ...target, interval }, flags)
  const run = await ImportRun.start(ctx, { kind: 'bars', file, target: label, options, dialect }, io)
  const now = run.startedAt
  const negativePrices = target.class === 'future'
  const acceptOutliers = flags.acceptOutliers ?? false
  const rows = new BarRows({ interval, now, negativePrices, acceptOutliers, dialect }, run.quarantine)
  const corrections = await correctionsOf(ctx, imported.known, interval)
  const inserts = new Inserts(async (batch: BarBatch) => {
    if (batch.times.length === 0) return 0
    const instrument = await imported.get()
    await run.endSimulation([instrument])
    const wanted = corrections ? await corrections.changed(batch) : batch
    const same = { instrument: instrument.id, interval: intervalNumber(interval), source: sourceNumber('import') }
    if (wanted.times.length > 0)
      await insertBarBlock(ctx, barBlock(wanted, { ...same, version: versionOf('import', now) }))
    return batch.times.length
  })
  const settle = async () => {
    await inserts.end(rows.out.drain())
    await corrections?.record()
  }
  const claim = async () => {
    if (inserts.stored === 0) return
    const claimed = await followMerge(ctx, await imported.get())
    const { first, last, lastClose } = rows
    await claimForImport(ctx, interval, [{ instrument: claimed, first, last, lastClose }])
    // A dividend's factor depends on the close before the ex-date, which this import may have added.
    await computeFactors(ctx, claimed.id)
  }
  try {
    for await (const { text, fraction } of chunks) {
      rows.read(text)
      if (rows.out.length >= insertRows) await inserts.start(rows.out.drain())
      await run.moved(text, fraction, { rows: rows.rows, accepted: inserts.stored })
    }
    rows.finish()
    await settle()
    await claim()
  } catch (error) {
    // The rows before the failure are stored, too, if the store accepts them. The first failure is reported.
    await settle().catch(() => {})
    await claim().catch(() => {})
    await run.fail({ rows: rows.rows, accepted: inserts.stored, corrected: corrections?.count ?? 0 })
    throw error
  }
  return run.finish({ rows: rows.rows, accepted: inserts.stored, corrected: corrections?.count ?? 0 })
}

/** The comparison with the bars that an earlier import stored; null without such an import. */
async function correctionsOf(
  ctx: Platform,
  instrument: Instrument | null,
  interval: Interval,
): Promise<Corrections | null> {
  if (!instrument) return null
  const sources = await barSources(ctx, instrument.id)
  const isStored = sources.some((known) => known.interval === interval && known.source === 'import')
  return isStored ? new Corrections(ctx, instrument.id, interval) : null
}
