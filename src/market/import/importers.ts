import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { FileRefused } from './file/file-refused.ts'
import { readManyTarget } from './file/many-target.ts'
import type { TargetFlags } from './file/source-file.ts'
import { importAliases } from './import-aliases.ts'
import { importBars } from './import-bars.ts'
import { type CompanyKind, importCompany } from './import-company.ts'
import { importFactors } from './import-factors.ts'
import { importManyBars } from './import-many-bars.ts'
import { importManyTicks } from './import-many-ticks.ts'
import type { ImportIo, ImportReport } from './import-run.ts'
import { importSymbols } from './import-symbols.ts'
import { importTicks } from './import-ticks.ts'

type Importer = (ctx: Platform, file: string, flags: TargetFlags, io: ImportIo) => Promise<ImportReport>

const companyImporter =
  (kind: CompanyKind): Importer =>
  (ctx, file, _flags, io) =>
    importCompany(ctx, kind, file, io)

const importers: Record<ImportKind, Importer> = {
  bars: (ctx, file, flags, io) => (readManyTarget(file, flags) ? importManyBars : importBars)(ctx, file, flags, io),
  ticks: (ctx, file, flags, io) => (readManyTarget(file, flags) ? importManyTicks : importTicks)(ctx, file, flags, io),
  symbols: (ctx, file, _flags, io) => importSymbols(ctx, file, io),
  aliases: (ctx, file, _flags, io) => importAliases(ctx, file, io),
  factors: importFactors,
  company: companyImporter('company'),
  fundamentals: companyImporter('fundamentals'),
  splits: companyImporter('splits'),
  dividends: companyImporter('dividends'),
  ipos: companyImporter('ipos'),
}

/**
 * Imports a file of one kind: plain or compressed text, Parquet or DBN. Throws a `FileRefused` if the file cannot be
 * read, or if none of its rows is accepted, unless the rows were released from quarantine.
 */
export async function importFile(
  ctx: Platform,
  kind: ImportKind,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  const report = await importers[kind](ctx, file, flags, io)
  const { rows, accepted, firstRefused: first } = report
  if (accepted === 0 && !io.again)
    throw new FileRefused(file, 'file_nothing_taken', { rows, line: first?.line ?? 0, reason: first?.reason ?? '' })
  return report
}

/**
 * Whether the flags or the file name must state class and region of the rows. They must also state the code, unless
 * each row has a code.
 */
export function isOfOneInstrument(kind: ImportKind): boolean {
  return kind === 'bars' || kind === 'ticks' || kind === 'factors'
}
