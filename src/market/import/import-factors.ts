import type { RowReason } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { deriveSplits } from '../action-edits/derived-splits.ts'
import { parseIso } from '../calendar/instant.ts'
import type { Factor } from '../history/adjust.ts'
import { readImportedFactors, replaceFactors } from '../history/factors.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { followMerge } from '../merge/merge.ts'
import { optionsOf, readTarget, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'

/**
 * Replaces an instrument's adjustment factors with the factors of a file
 * (`date,price_factor,split_factor,reference_price`).
 */
export async function importFactors(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readTarget(file, flags)
  const instrument = await ensureInstrument(ctx, target)
  const label = `${instrument.class} ${instrument.region} ${instrument.code} factors`
  const options = optionsOf(target, flags)
  const run = await ImportRun.start(ctx, { kind: 'factors', file, target: label, options }, io)
  const { id } = await followMerge(ctx, instrument)
  // A file of factors replaces all earlier factors. Only rows released from quarantine are added to the factors of
  // their file.
  const known = io.again ? await readImportedFactors(ctx, id) : []
  const factors = new Map(known.map((factor) => [factor.date, factor]))
  const given = new Set<number>()
  let rows = 0
  try {
    for await (const { line, text } of run.lines(() => ({ rows, accepted: 0 }))) {
      const bare = text.trim()
      if (bare === '' || (line === 1 && /[a-z]/i.test(bare))) continue
      rows += 1
      const factor = factorOf(bare)
      if (typeof factor === 'string') run.quarantine.add(line, factor, bare)
      else if (given.has(factor.date)) run.quarantine.add(line, 'duplicate', bare)
      else {
        given.add(factor.date)
        factors.set(factor.date, factor)
      }
    }
    if (given.size > 0) {
      await replaceFactors(ctx, id, [...factors.values()])
      await deriveSplits(ctx, { ...instrument, id }, [...factors.values()])
    }
  } catch (error) {
    await run.fail({ rows, accepted: 0 })
    throw error
  }
  return run.finish({ rows, accepted: given.size })
}

function factorOf(line: string): Factor | RowReason {
  const [day = '', price = '', split = '', reference = ''] = line.split(',').map((cell) => cell.trim())
  const iso = /^\d{8}$/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : day
  const date = parseIso(iso)
  if (date === null) return 'invalid_time'
  const factor = { date, price: Number(price), split: Number(split), reference: Number(reference) }
  if (price === '' || split === '' || !Number.isFinite(factor.price + factor.split + factor.reference))
    return 'not_a_number'
  return factor.price > 0 && factor.split > 0 ? factor : 'negative_price'
}
