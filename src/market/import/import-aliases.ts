import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { splitCsvLine } from '#src/platform/text/csv.ts'
import type { SearchAlias } from '../catalogue/aliases/search-alias.ts'
import { instrumentsChannel } from '../instruments/instruments.ts'
import { canonicalCode, canonicalRegion, readSymbol } from '../instruments/symbol.ts'
import { upsertAliases } from '../search/alias-store.ts'
import { aliasKey, fold } from '../search/texts/fold.ts'
import { FileRefused } from './file/file-refused.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'

export const aliasColumns = ['alias', 'type', 'region', 'code']
const batchRows = 1_000
const aliasLengthMax = 100

/**
 * Imports aliases, even of instruments that are not yet imported. Search lists the instruments of an alias in the order
 * of the rows.
 */
export async function importAliases(ctx: Platform, file: string, io: ImportIo): Promise<ImportReport> {
  const run = await ImportRun.start(ctx, { kind: 'aliases', file }, io)
  const reader = new AliasReader(file)
  let accepted = 0
  let batch: SearchAlias[] = []
  const write = async () => {
    await writeAliases(ctx, batch)
    accepted += batch.length
    batch = []
  }
  try {
    for await (const { line, text } of run.lines(() => ({ rows: reader.rows, accepted }))) {
      const read = reader.read(text)
      if (typeof read === 'string') run.quarantine.add(line, read, text)
      else if (read) batch.push(read)
      if (batch.length >= batchRows) await write()
    }
    await write()
  } catch (error) {
    await run.fail({ rows: reader.rows, accepted })
    throw error
  }
  return run.finish({ rows: reader.rows, accepted })
}

async function writeAliases(ctx: Platform, aliases: readonly SearchAlias[]): Promise<void> {
  if (aliases.length === 0) return
  await ctx.postgres.transaction(async (tx) => {
    await upsertAliases(tx, aliases)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}

class AliasReader {
  rows = 0
  readonly #file: string
  #columns: string[] | null = null
  readonly #seen = new Set<string>()
  /** The number of instruments so far, by alias. */
  readonly #counts = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
  }

  /** The alias of a line. Null: the line is the header; a text: the reason for a refusal. */
  read(line: string): SearchAlias | RowReason | null {
    if (!this.#columns) {
      this.#columns = headOf(line, this.#file)
      return null
    }
    this.rows += 1
    const read = aliasOf(line, this.#columns)
    if (typeof read === 'string') return read
    const key = `${read.alias} ${read.class} ${read.region} ${read.code}`
    if (this.#seen.has(key)) return 'duplicate'
    this.#seen.add(key)
    const order = this.#counts.get(read.alias) ?? 0
    this.#counts.set(read.alias, order + 1)
    return { ...read, order: Math.min(order, 32_767) }
  }
}

function headOf(line: string, file: string): string[] {
  const names = line
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .split(',')
  if (aliasColumns.every((name) => names.includes(name))) return names
  throw new FileRefused(file, 'file_columns', { columns: aliasColumns.join(', ') })
}

function aliasOf(line: string, columns: readonly string[]): Omit<SearchAlias, 'order'> | RowReason {
  if (line.includes('\ufffd')) return 'invalid_utf8'
  if (line.includes('\u0000')) return 'control_character'
  const cells = splitCsvLine(line)
  if (!cells) return 'broken_quotes'
  if (cells.length > columns.length) return 'extra_column'
  const cell = (name: string) => (cells[columns.indexOf(name)] ?? '').trim()
  const assetClass: AssetClass | undefined = assetClasses.find((name) => name === cell('type').toLowerCase())
  if (!assetClass) return 'unknown_class'
  const region = canonicalRegion(cell('region'))
  if (!/^[A-Z]{2}$/.test(region)) return 'unknown_region'
  const code = canonicalCode(cell('code').toUpperCase(), region)
  if (readSymbol(assetClass, code).length === 0) return 'invalid_symbol'
  const alias = fold(cell('alias'))
  if (aliasKey(alias) === '' || alias.length > aliasLengthMax) return 'invalid_alias'
  return { alias, class: assetClass, region, code }
}
