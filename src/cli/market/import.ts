import { resolve } from 'node:path'
import { namesOf } from '#src/contract/record.ts'
import { type ImportKind, importKinds } from '#src/contract/values/import-kind.ts'
import { ensureCatalogue } from '#src/market/catalogue/install.ts'
import { columnsOf, listColumnMaps, saveColumnMap } from '#src/market/column-maps/maps.ts'
import type { TargetFlags } from '#src/market/import/file/source-file.ts'
import { aliasColumns } from '#src/market/import/import-aliases.ts'
import { companyKinds } from '#src/market/import/import-company.ts'
import { reportLine } from '#src/market/import/import-run.ts'
import { importFile } from '#src/market/import/importers.ts'
import { commandLine } from '#src/market/uploads/begun-by.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { parse, spoken } from '../terminal/arguments.ts'

const flagNames = ['class', 'region', 'code', 'interval', 'map'] as const

function command(kind: ImportKind, summary: string): Command {
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
      if (flags.map !== undefined && !priced.includes(kind))
        throw new SettingsError(`--map is for ${priced.join(' and ')}.`)
      if (flags.map !== undefined) flags.map = await columnsOf(ctx, flags.map)
      await ensureCatalogue(ctx)
      for (const file of files)
        io.print(reportLine(await importFile(ctx, kind, resolve(io.cwd, file), flags, { ...io, by: commandLine })))
    },
  }
}

/** Only kinds with prices have `--map` and `--accept-outliers`; a price far from its neighbours is quarantined. */
const priced = ['bars', 'ticks']

function usageOf(kind: string): string {
  const target = kind === 'symbols' || kind === 'aliases' ? '' : ' [--class stock] [--region us] [--code AAPL]'
  const interval = kind === 'bars' ? ' [--interval 1d]' : ''
  return `import ${kind} <file…>${target}${interval}${priced.includes(kind) ? ' [--map <mapping>] [--accept-outliers]' : ''}`
}

const summaries: Record<ImportKind, string> = {
  bars: 'Import bars: time,open,high,low,close,volume. A close 100 times the one before, or a hundredth, is quarantined unless the next row confirms it; --accept-outliers takes it',
  ticks:
    'Import trades (time,price,size) or quotes (time,bid,ask). A price 10 times the one before, or a tenth, is quarantined unless the next row confirms it; --accept-outliers takes it',
  symbols: 'Import instruments: type,region,exchange,code,name,currency,isin,sector,industry',
  aliases: `Import other names by which search finds an instrument, such as facebook for META: ${aliasColumns.join(',')}`,
  factors: 'Import adjustment factors: date,price_factor,split_factor,reference_price',
  ...columnsOfCompanies(),
}

function columnsOfCompanies() {
  const said = namesOf(companyKinds).map((kind) => [kind, `Import ${kind}: ${companyKinds[kind].join(',')}`] as const)
  return Object.fromEntries(said) as Record<keyof typeof companyKinds, string>
}

const saveMap: Command = {
  name: 'import map save',
  usage: 'import map save <name> time=<column>[:s|ms|us|ns],open=<column>,…',
  summary:
    'Keep which columns of a file are ours, for --map <name>: time, open, high, low, close, volume, turnover; price, size; bid, ask; and code, which chooses the rows of --code, or without it the instrument of each',
  async run(ctx, args, io) {
    const [name = '', columns = '', ...more] = parse(args, {}).positionals
    if (columns === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    await saveColumnMap(ctx, actor, { name, columns })
    io.print(`The mapping ${name} is kept.`)
  },
}

const listMaps: Command = {
  name: 'import map list',
  usage: 'import map list',
  summary: 'Column mappings: the saved ones, and those of known files',
  async run(ctx, _args, io) {
    for (const { name, columns } of await listColumnMaps(ctx)) io.print(`${name}  ${columns}`)
  },
}

/** `.csv`, `.csv.gz`, `.csv.zst`, `.parquet`, `.dbn`; class, region, code and interval by file name or flags. */
export const importCommands: readonly Command[] = [
  ...importKinds.map((kind) => command(kind, summaries[kind])),
  ...[saveMap, listMaps].map(spoken),
]

function readArguments(args: readonly string[]): { files: string[]; flags: TargetFlags } {
  const files: string[] = []
  const flags: TargetFlags = {}
  for (let at = 0; at < args.length; at += 1) {
    const [, word = '', inline] = /^([^=]*)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
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
        `${word} is not a flag of import. There are --class, --region, --code, --interval, --map, --accept-outliers.`,
      )
    const value = inline ?? args[++at]
    if (!value) throw new SettingsError(`${word} needs a value.`)
    flags[name] = value
  }
  return { files, flags }
}
