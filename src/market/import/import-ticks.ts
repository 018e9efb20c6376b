import type { Platform } from '#src/platform/platform.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { followMerge } from '../merge/merge.ts'
import { buildMinutes, insertTicks } from '../ticks/tick-store.ts'
import { optionsOf, readTarget, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { TickRows } from './rows/tick-rows.ts'
import { tableOf } from './tables/table-of.ts'

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
  const instrument = await ensureInstrument(ctx, target)
  const label = `${instrument.class} ${instrument.region} ${instrument.code} ticks`
  const options = optionsOf(target, flags)
  const run = await ImportRun.start(ctx, { kind: 'ticks', file, target: label, options }, io)
  const rows = new TickRows(instrument.id, {
    ...{ now: ctx.clock.now(), quarantine: run.quarantine, again: io.again },
    acceptOutliers: flags.acceptOutliers ?? false,
  })
  let pending = ''
  let running: Promise<void> = Promise.resolve()
  const insert = async (text: string) => {
    if (text !== '') await insertTicks(ctx, text)
  }
  try {
    for await (const { text, fraction } of tableOf(file, flags, target, io.signal)) {
      pending += rows.read(text)
      if (pending.length >= insertBytes) {
        await running
        running = insert(pending)
        // The next `await running` throws the error; this handler prevents an unhandled rejection before that.
        running.catch(() => {})
        pending = ''
      }
      await run.moved(text, fraction, rows.rows)
    }
    rows.finish()
    await running
    await insert(pending)
    if (rows.accepted > 0) await buildMinutes(ctx, (await followMerge(ctx, instrument)).id, rows.first, rows.last)
  } catch (error) {
    // The first failure is the one to report.
    await running.catch(() => {})
    await run.fail({ rows: rows.rows, accepted: rows.accepted })
    throw error
  }
  return run.finish({ rows: rows.rows, accepted: rows.accepted })
}
