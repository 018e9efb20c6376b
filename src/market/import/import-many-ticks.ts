import type { Platform } from '#src/platform/platform.ts'
import { followMerge } from '../merge/merge.ts'
import { insertTicks } from '../ticks/tick-store.ts'
import { FileRefused } from './file/file-refused.ts'
import { readManyTarget } from './file/many-target.ts'
import { optionsOf, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'
import { buildImportedMinutes } from './rows/built-minutes.ts'
import { Inserts } from './rows/inserts.ts'
import { ManyRows } from './rows/many-rows.ts'
import { TickRows } from './rows/tick-rows.ts'
import { openManyTable } from './tables/table-of.ts'

const insertBytes = 5_000_000

/** Imports trades or quotes of many instruments from a file, by the code in each row; otherwise like `importTicks`. */
export async function importManyTicks(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readManyTarget(file, flags)
  if (!target) throw new FileRefused(file, 'file_name')
  const { dialect, chunks } = await openManyTable(
    ctx,
    file,
    { kind: 'ticks', flags, target, released: io.again?.head },
    io.signal,
  )
  const label = `${target.class} ${target.region} * ticks`
  const run = await ImportRun.start(
    ctx,
    { kind: 'ticks', file, target: label, options: optionsOf(target, flags), dialect },
    io,
  )
  const many = new ManyRows(ctx, target, dialect, run.quarantine)
  const [now, byCode] = [run.startedAt, new Map<string, TickRows>()]
  const accepted = () => [...byCode.values()].reduce((sum, rows) => sum + rows.accepted, 0)
  let pending = ''
  let taken = 0
  const begun = () =>
    [...byCode].filter(([, rows]) => rows.accepted > 0).flatMap(([code]) => many.instruments.get(code) ?? [])
  const inserts = new Inserts(async ({ text, count }: { text: string; count: number }) => {
    if (text === '') return count
    await run.endSimulation(begun())
    await insertTicks(ctx, text)
    return count
  })
  const drain = () => {
    const batch = { text: pending, count: accepted() - taken }
    pending = ''
    taken += batch.count
    return batch
  }
  const build = async () => {
    for (const [code, rows] of byCode) {
      const instrument = many.instruments.get(code)
      if (rows.accepted > 0 && instrument) await buildImportedMinutes(ctx, await followMerge(ctx, instrument), rows)
    }
  }
  const rowsOf = (code: string) => {
    const known = byCode.get(code)
    if (known) return known
    const made = new TickRows(many.instruments.get(code)?.id ?? null, {
      ...{ now, quarantine: run.quarantine, again: io.again, dialect },
      acceptOutliers: flags.acceptOutliers ?? false,
    })
    byCode.set(code, made)
    return made
  }
  try {
    for await (const { text, fraction } of chunks) {
      for (const { line, code, cells, text: row } of await many.read(text)) {
        const rows = rowsOf(code)
        const lines = rows.readCells(line, cells, row)
        pending += lines !== '' && rows.isOrphan ? rows.adopt((await many.ensure(code)).id, lines) : lines
      }
      if (pending.length >= insertBytes) await inserts.start(drain())
      await run.moved(text, fraction, { rows: many.rows, accepted: inserts.stored })
    }
    for (const rows of byCode.values()) rows.finish()
    await inserts.end(drain())
    await build()
  } catch (error) {
    // The rows before the failure are stored, too, if the store accepts them. The first failure is reported.
    await inserts.end(drain()).catch(() => {})
    await build().catch(() => {})
    await run.fail({ rows: many.rows, accepted: inserts.stored })
    throw error
  }
  return run.finish({ rows: many.rows, accepted: inserts.stored })
}
