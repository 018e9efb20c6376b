import type { Platform } from '#src/platform/platform.ts'
import { parseIso } from '../calendar/instant.ts'
import type { Factor } from '../history/adjust.ts'
import { replaceFactors } from '../history/factors.ts'
import { ensureInstrument } from '../instruments/instruments.ts'
import { followMerge } from '../merge/merge.ts'
import { readTarget, type TargetFlags } from './file/source-file.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'

/** Imports adjustment factors (`date,price_factor,split_factor,reference_price`) of one instrument, replacing its old ones. */
export async function importFactors(
  ctx: Platform,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const target = readTarget(file, flags)
  const instrument = await ensureInstrument(ctx, target)
  const run = await ImportRun.start(
    ctx,
    'factors',
    file,
    `${instrument.class} ${instrument.region} ${instrument.code} factors`,
    io,
  )
  const factors = new Map<number, Factor>()
  let rows = 0
  for await (const { line, text } of run.lines(() => rows)) {
    const bare = text.trim()
    if (bare === '' || (line === 1 && /[a-z]/i.test(bare))) continue
    rows += 1
    const factor = factorOf(bare)
    if (typeof factor === 'string') run.quarantine.add(line, factor, bare)
    else if (factors.has(factor.date)) run.quarantine.add(line, 'duplicate', bare)
    else factors.set(factor.date, factor)
  }
  await replaceFactors(ctx, (await followMerge(ctx, instrument)).id, [...factors.values()])
  return run.finish({ rows, accepted: factors.size })
}

function factorOf(line: string): Factor | string {
  const [day = '', price = '', split = '', reference = ''] = line.split(',').map((cell) => cell.trim())
  const iso = /^\d{8}$/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : day
  const date = parseIso(iso)
  if (date === null) return 'invalid_time'
  const factor = { date, price: Number(price), split: Number(split), reference: Number(reference) }
  if (price === '' || split === '' || !Number.isFinite(factor.price + factor.split + factor.reference))
    return 'not_a_number'
  return factor.price > 0 && factor.split > 0 ? factor : 'negative_price'
}
