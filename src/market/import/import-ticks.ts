import type { Platform } from '#src/platform/platform.ts'
import { followMerge } from '../merge/merge.ts'
import { insertTicks } from '../ticks/tick-store.ts'
import { optionsOf, readTarget, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { buildImportedMinutes } from './rows/built-minutes.ts'
import { ImportedInstrument } from './rows/imported-instrument.ts'
import { Inserts } from './rows/inserts.ts'
import { TickRows } from './rows/tick-rows.ts'
import { openTable } from './tables/table-of.ts'

const insertBytes = 5_000_000

/**
 * Imports trades (`time,price,size`) or quotes (`time,bid,ask`) of one instrument, then builds their minutes. Ticks
 * of one millisecond are numbered in file order, so a repetition changes nothing.
 */
export async function importTicks(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readTarget(file, flags)
  const imported = await ImportedInstrument.find(ctx, target)
  const request = { flags, target, exchange: imported.exchange, released: io.again?.head }
  const { dialect, chunks } = await openTable(file, { kind: 'ticks', ...request }, io.signal)
  const label = `${imported.label} ticks`
  const options = optionsOf(target, flags)
  const run = await ImportRun.start(ctx, { kind: 'ticks', file, target: label, options, dialect }, io)
  const rows = new TickRows(imported.known?.id ?? null, {
    ...{ now: run.startedAt, quarantine: run.quarantine, again: io.again, dialect },
    acceptOutliers: flags.acceptOutliers ?? false,
  })
  let pending = ''
  let taken = 0
  const inserts = new Inserts(async ({ text, count }: { text: string; count: number }) => {
    if (text === '') return count
    await run.endSimulation([await imported.get()])
    await insertTicks(ctx, text)
    return count
  })
  const drain = () => {
    const batch = { text: pending, count: rows.accepted - taken }
    pending = ''
    taken = rows.accepted
    return batch
  }
  const build = async () => {
    if (inserts.stored > 0) await buildImportedMinutes(ctx, await followMerge(ctx, await imported.get()), rows)
  }
  try {
    for await (const { text, fraction } of chunks) {
      const lines = rows.read(text)
      pending += lines !== '' && rows.isOrphan ? rows.adopt((await imported.get()).id, lines) : lines
      if (pending.length >= insertBytes) await inserts.start(drain())
      await run.moved(text, fraction, { rows: rows.rows, accepted: inserts.stored })
    }
    rows.finish()
    await inserts.end(drain())
    await build()
  } catch (error) {
    // The rows before the failure are stored, too, if the store accepts them. The first failure is reported.
    await inserts.end(drain()).catch(() => {})
    await build().catch(() => {})
    await run.fail({ rows: rows.rows, accepted: inserts.stored })
    throw error
  }
  return run.finish({ rows: rows.rows, accepted: inserts.stored })
}
