import { resolve } from 'node:path'
import { namesOf } from '#src/contract/record.ts'
import { ensureCatalogue } from '#src/market/catalogue/install.ts'
import type { TargetFlags } from '#src/market/import/file/source-file.ts'
import { aliasColumns, importAliases } from '#src/market/import/import-aliases.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { companyKinds, importCompany } from '#src/market/import/import-company.ts'
import { importFactors } from '#src/market/import/import-factors.ts'
import { type ImportIo, type ImportReport, reportLine } from '#src/market/import/import-run.ts'
import { importSymbols } from '#src/market/import/import-symbols.ts'
import { importTicks } from '#src/market/import/import-ticks.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

type Importer = (ctx: Platform, file: string, flags: TargetFlags, io: ImportIo) => Promise<ImportReport>

const flagNames = ['class', 'region', 'code', 'interval'] as const

function command(kind: string, summary: string, importer: Importer): Command {
  return {
    name: `import ${kind}`,
    usage: usageOf(kind),
    summary,
    async run(ctx, args, io) {
      const { files, flags } = readArguments(args)
      if (flags.acceptOutliers && !priced.includes(kind))
        throw new SettingsError(
          `--accept-outliers is for ${priced.join(' and ')}: ${kind} have no prices that could be outliers.`,
        )
      if (files.length === 0) throw new SettingsError(`Name at least one file: import ${kind} <file…>`)
      await ensureCatalogue(ctx)
      for (const file of files) io.print(reportLine(await importer(ctx, resolve(io.cwd, file), flags, io)))
    },
  }
}

/** Kinds with prices: a price far from its neighbours goes to quarantine. */
const priced = ['bars', 'ticks']

function usageOf(kind: string): string {
  const target = kind === 'symbols' || kind === 'aliases' ? '' : ' [--class stock] [--region us] [--code AAPL]'
  const interval = kind === 'bars' ? ' [--interval 1d]' : ''
  return `import ${kind} <file…>${target}${interval}${priced.includes(kind) ? ' [--accept-outliers]' : ''}`
}

/** Every importer of the operator's tool: `.csv`, `.csv.gz`, `.parquet`; class, region, code and interval from the name or the flags. */
export const importCommands: readonly Command[] = [
  command(
    'bars',
    'Import bars: time,open,high,low,close,volume. A close 100 times the one before, or a hundredth, is quarantined unless the next row confirms it; --accept-outliers takes it',
    importBars,
  ),
  command(
    'ticks',
    'Import trades (time,price,size) or quotes (time,bid,ask). A price 10 times the one before, or a tenth, is quarantined unless the next row confirms it; --accept-outliers takes it',
    importTicks,
  ),
  command(
    'symbols',
    'Import instruments: type,region,exchange,code,name,currency,isin,sector,industry',
    (ctx, file, _flags, io) => importSymbols(ctx, file, io),
  ),
  command(
    'aliases',
    `Import other names by which search finds an instrument, such as facebook for META: ${aliasColumns.join(',')}`,
    (ctx, file, _flags, io) => importAliases(ctx, file, io),
  ),
  command('factors', 'Import adjustment factors: date,price_factor,split_factor,reference_price', importFactors),
  ...namesOf(companyKinds).map((kind) =>
    command(kind, `Import ${kind}: ${companyKinds[kind].join(',')}`, (ctx, file, _flags, io) =>
      importCompany(ctx, kind, file, io),
    ),
  ),
]

function readArguments(args: readonly string[]): { files: string[]; flags: TargetFlags } {
  const files: string[] = []
  const flags: TargetFlags = {}
  for (let at = 0; at < args.length; at += 1) {
    const [word = '', inline] = (args[at] ?? '').split('=', 2)
    if (!word.startsWith('--')) {
      files.push(args[at] ?? '')
      continue
    }
    if (args[at] === '--accept-outliers') {
      flags.acceptOutliers = true
      continue
    }
    const name = flagNames.find((flag) => `--${flag}` === word)
    if (!name)
      throw new SettingsError(
        `${word} is not a flag of import. There are --class, --region, --code, --interval, --accept-outliers.`,
      )
    const value = inline ?? args[++at]
    if (!value) throw new SettingsError(`${word} needs a value.`)
    flags[name] = value
  }
  return { files, flags }
}
