import { basename, resolve } from 'node:path'
import type { Reading } from '#src/contract/data/reading.ts'
import { namesOf } from '#src/contract/record.ts'
import { type ImportKind, importKinds } from '#src/contract/values/import-kind.ts'
import { problemMessage } from '#src/locales/problem-message.ts'
import { readingSentence } from '#src/locales/reading-sentence.ts'
import { columnsOf, listColumnMaps, saveColumnMap } from '#src/market/column-maps/maps.ts'
import { FileRefused } from '#src/market/import/file/file-refused.ts'
import { aliasColumns } from '#src/market/import/import-aliases.ts'
import { companyKinds } from '#src/market/import/import-company.ts'
import { countsOf, type ImportReport, reportLine } from '#src/market/import/import-run.ts'
import { tryFile } from '#src/market/import/trial/try-file.ts'
import { importNow } from '#src/market/import-queue/import-queue.ts'
import { commandLine } from '#src/market/uploads/begun-by.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from '../terminal/actor.ts'
import { parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { readImportArguments } from './import-arguments.ts'

function command(kind: ImportKind, summary: string): Command {
  return {
    name: `import ${kind}`,
    usage: usageOf(kind),
    summary,
    async run(ctx, args, io) {
      const { files, flags, isDryRun } = readImportArguments(args)
      if (flags.acceptOutliers && !priced.includes(kind))
        throw new SettingsError(
          `--accept-outliers is for ${priced.join(' and ')}: ${kind} have no prices that could be outliers.`,
        )
      if (files.length === 0) throw new SettingsError(`Name at least one file: import ${kind} <file>…`)
      if ((flags.map !== undefined || flags.reading || isDryRun) && !priced.includes(kind))
        throw new SettingsError(
          `${flags.map === undefined ? 'How a text is read' : '--map'} is for ${priced.join(' and ')}.`,
        )
      if (flags.map !== undefined) flags.map = await columnsOf(ctx, flags.map)
      const recognised = (reading: Reading) => io.print(readingSentence('en-US', reading))
      const importing = { ...io, recognised }
      await eachFile(files, io, (file) => {
        const path = resolve(io.cwd, file)
        if (isDryRun) return tryFile(ctx, kind, path, flags, importing)
        return importNow(ctx, { kind, file: basename(file), path, flags, by: commandLine }, importing)
      })
    },
  }
}

type Outcome = { file: string; text: string; hasFailed: boolean }

/**
 * Imports the files one after another. A refused file does not stop the other files. The outcomes of several files are
 * printed as a table.
 */
async function eachFile(
  files: readonly string[],
  io: CommandIo,
  run: (file: string) => Promise<ImportReport>,
): Promise<void> {
  const outcomes: Outcome[] = []
  for (const file of files) {
    try {
      const report = await run(file)
      io.print(reportLine(report))
      outcomes.push({ file, text: countsOf(report), hasFailed: false })
    } catch (error) {
      if (io.signal.aborted || !(error instanceof SettingsError) || files.length === 1) throw error
      io.print(error.message)
      outcomes.push({
        file,
        text: error instanceof FileRefused ? problemMessage('en-US', error.problem) : error.message,
        hasFailed: true,
      })
    }
  }
  if (files.length === 1) return
  const width = Math.max(...files.map((file) => basename(file).length))
  io.print(['', ...outcomes.map(({ file, text }) => `${basename(file).padEnd(width)}  ${text}`)].join('\n'))
  const failed = outcomes.filter(({ hasFailed }) => hasFailed).length
  if (failed > 0) throw new SettingsError(`${failed} of ${files.length} files were refused.`)
}

/**
 * Only these kinds are series of market prices, so only they accept `--map`, the flags for text files, and
 * `--accept-outliers`, which accepts prices far from the other prices.
 */
const priced = ['bars', 'ticks']

function usageOf(kind: string): string {
  const target = kind === 'symbols' || kind === 'aliases' ? '' : ' [--class stock] [--region us] [--code AAPL]'
  const interval = kind === 'bars' ? ' [--interval 1d]' : ''
  return `import ${kind} <file>…${target}${interval}${priced.includes(kind) ? ' [--map <mapping>] [--separator ;] [--decimal ,] [--thousands .] [--encoding utf-16le] [--times ms] [--dates dmy] [--zone America/New_York] [--accept-outliers] [--dry-run]' : ''}`
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
  usage: 'import map save <name> <time=column,open=column,…>',
  summary:
    'Keep which columns of a file are ours, for --map <name>: time (:s, :ms, :us or :ns after its column), open, high, low, close, volume, turnover; price, size; bid, ask; and code, which chooses the rows of --code, or without it the instrument of each',
  async run(ctx, args, io) {
    const [name = '', columns = '', ...more] = parse(args, {}).positionals
    if (columns === '' || more.length > 0) throw new SettingsError(`Usage: ${this.usage}`)
    await saveColumnMap(ctx, actor, { name, columns })
    io.print(`The mapping ${name} is kept.`)
  },
}

const listMaps: Command = {
  name: 'import map list',
  usage: 'import map list [--json]',
  summary: 'Column mappings: the saved ones, and those of known files',
  async run(ctx, _args, io) {
    for (const { name, columns } of await listColumnMaps(ctx)) show(io, { name, columns }, `${name}  ${columns}`)
  },
}

/**
 * Imports read `.csv`, `.csv.gz`, `.csv.zst`, `.parquet` and `.dbn`. Class, region, code and interval come from the
 * file name or from flags.
 */
export const importCommands: readonly Command[] = [
  ...importKinds.map((kind) => command(kind, summaries[kind])),
  ...[saveMap, listMaps],
]
