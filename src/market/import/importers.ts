import type { ImportKind } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { TargetFlags } from './file/source-file.ts'
import { importAliases } from './import-aliases.ts'
import { importBars } from './import-bars.ts'
import { type CompanyKind, importCompany } from './import-company.ts'
import { importFactors } from './import-factors.ts'
import type { ImportIo, ImportReport } from './import-run.ts'
import { importSymbols } from './import-symbols.ts'
import { importTicks } from './import-ticks.ts'

type Importer = (ctx: Platform, file: string, flags: TargetFlags, io: ImportIo) => Promise<ImportReport>

const companyImporter =
  (kind: CompanyKind): Importer =>
  (ctx, file, _flags, io) =>
    importCompany(ctx, kind, file, io)

const importers: Record<ImportKind, Importer> = {
  bars: importBars,
  ticks: importTicks,
  symbols: (ctx, file, _flags, io) => importSymbols(ctx, file, io),
  aliases: (ctx, file, _flags, io) => importAliases(ctx, file, io),
  factors: importFactors,
  company: companyImporter('company'),
  fundamentals: companyImporter('fundamentals'),
  splits: companyImporter('splits'),
  dividends: companyImporter('dividends'),
  ipos: companyImporter('ipos'),
}

/** Imports a file of one kind: `.csv`, `.csv.gz`, `.csv.zst`, `.parquet` or `.dbn`. Throws a `SettingsError` when it cannot be read. */
export async function importFile(
  ctx: Platform,
  kind: ImportKind,
  file: string,
  flags: TargetFlags,
  io: ImportIo,
): Promise<ImportReport> {
  return importers[kind](ctx, file, flags, io)
}

/** Kinds of one instrument: the name of the file or the flags say which. */
export function isOfOneInstrument(kind: ImportKind): boolean {
  return kind === 'bars' || kind === 'ticks' || kind === 'factors'
}
