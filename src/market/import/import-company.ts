import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { splitCsvLine } from '#src/platform/text/csv.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { parseIso } from '../calendar/instant.ts'
import { writeDividend, writeSplit } from '../companies/action-store.ts'
import { statementFigures } from '../companies/company.ts'
import { type ImportedCells, writeCompany, writeFundamentals, writeIpo } from '../companies/company-store.ts'
import { findInstrument } from '../instruments/instruments.ts'
import { canonicalRegion } from '../instruments/symbol.ts'
import { FileRefused } from './file/file-refused.ts'
import { isInexact } from './file/numbers.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'

/**
 * The kinds of company data with their required CSV columns. All rows begin with `region,code`; the class is `stock`.
 * Fundamentals may also have `report_date`, the day of publication.
 */
export const companyKinds = {
  company: ['region', 'code', 'website', 'description', 'employees', 'shares', 'float_shares', 'dividend_yield'],
  fundamentals: ['region', 'code', 'period_end', 'period'],
  splits: ['region', 'code', 'ex_date', 'new_shares', 'old_shares'],
  dividends: ['region', 'code', 'ex_date', 'amount', 'currency', 'record_date', 'pay_date'],
  ipos: ['region', 'code', 'name', 'exchange', 'list_date', 'price_low', 'price_high', 'price', 'currency', 'shares'],
} as const
export type CompanyKind = keyof typeof companyKinds

/** The columns that, beside the instrument, identify a row. They must have a value. */
const keys: Record<CompanyKind, readonly string[]> = {
  company: [],
  fundamentals: ['period_end', 'period'],
  splits: ['ex_date'],
  dividends: ['ex_date'],
  ipos: ['region', 'code', 'list_date'],
}
/** The largest number of employees that can be stored. */
const employeesMax = 2 ** 31 - 1

const dateColumns = ['period_end', 'report_date', 'ex_date', 'record_date', 'pay_date', 'list_date']
const texts = new Set([
  ...['class', 'region', 'code', 'name', 'exchange', 'website', 'description', 'currency', 'period'],
  ...dateColumns,
])

type Cells = (name: string) => string
type Row = { instrumentId: number | null; cell: Cells; figures: Record<string, number> }

/**
 * Imports one kind of company data. A row replaces the stored row of the same key, unless the operator edited that
 * split or dividend. Of several rows of a file with the same key, the first counts. An empty cell means unknown, not
 * zero.
 */
export async function importCompany(
  ctx: Platform,
  kind: CompanyKind,
  file: string,
  io: ImportIo,
): Promise<ImportReport> {
  const run = await ImportRun.start(ctx, { kind, file }, io)
  let columns: string[] | null = null
  let rows = 0
  let accepted = 0
  const isAction = kind === 'splits' || kind === 'dividends'
  const withActions = new Set<number>()
  const settle = async () => {
    for (const id of withActions) await computeFactors(ctx, id)
  }
  const seen = new Set<string>()
  try {
    for await (const { line, text } of run.lines(() => ({ rows, accepted }))) {
      if (!columns) {
        columns = headerOf(kind, file, text)
        continue
      }
      rows += 1
      const read = await readRow(ctx, kind, text, columns)
      const key = typeof read === 'string' ? '' : keyOf(kind, read)
      if (typeof read === 'string') run.quarantine.add(line, read, text)
      else if (seen.has(key)) run.quarantine.add(line, 'duplicate', text)
      else {
        seen.add(key)
        await ctx.postgres.transaction((tx) => write(tx, kind, read))
        accepted += 1
        if (isAction && read.instrumentId !== null) withActions.add(read.instrumentId)
      }
    }
    await settle()
  } catch (error) {
    // The rows before the failure are stored. The first failure is reported.
    await settle().catch(() => {})
    await run.fail({ rows, accepted })
    throw error
  }
  return run.finish({ rows, accepted })
}

function keyOf(kind: CompanyKind, { instrumentId, cell }: Row): string {
  return [instrumentId, ...keys[kind].map((name) => cell(name).toUpperCase())].join(' ')
}

function headerOf(kind: CompanyKind, file: string, line: string): string[] {
  const names = line
    .replace(/^\ufeff/, '')
    .split(',')
    .map((name) => columnOf(kind, name.trim()))
  if (companyKinds[kind].some((name) => !names.includes(name)))
    throw new FileRefused(file, 'file_columns', { columns: companyKinds[kind].join(', ') })
  return names
}

/** Our name of a column, regardless of case. A figure of statements gets its API name (`Net Income` → `netIncome`). */
function columnOf(kind: CompanyKind, written: string): string {
  const lower = written.toLowerCase()
  if (kind !== 'fundamentals' || texts.has(lower)) return lower
  const letters = lower.replaceAll(/[ _-]/g, '')
  return statementFigures.find((name) => name.toLowerCase() === letters) ?? written
}

async function readRow(
  ctx: Platform,
  kind: CompanyKind,
  line: string,
  columns: readonly string[],
): Promise<Row | RowReason> {
  if (line.includes('\ufffd')) return 'invalid_utf8'
  if (line.includes('\u0000')) return 'control_character'
  const cells = splitCsvLine(line)
  if (!cells) return 'broken_quotes'
  if (cells.length > columns.length) return 'extra_column'
  const cell: Cells = (name) => (cells[columns.indexOf(name)] ?? '').trim()
  const dates = dateColumns.filter((name) => cell(name) !== '')
  if (dates.some((name) => !/^\d{4}-\d{2}-\d{2}$/.test(cell(name)) || parseIso(cell(name)) === null))
    return 'invalid_time'
  const figures: Record<string, number> = {}
  for (const name of columns) {
    const value = cell(name)
    if (texts.has(name) || value === '') continue
    if (!/^-?\d+(\.\d+)?$/.test(value) || !Number.isFinite(Number(value))) return 'not_a_number'
    if (isInexact(value)) return 'not_exact'
    figures[name] = Number(value)
  }
  if (keys[kind].some((name) => cell(name) === '')) return 'missing_column'
  const { employees = 0 } = figures
  if (kind === 'company' && !(Number.isInteger(employees) && Math.abs(employees) <= employeesMax)) return 'not_a_number'
  if (kind === 'ipos') return { instrumentId: null, cell, figures }
  const assetClass: AssetClass = assetClasses.find((name) => name === cell('class')) ?? 'stock'
  const instrument = await findInstrument(ctx, {
    class: assetClass,
    code: cell('code'),
    region: canonicalRegion(cell('region')),
  })
  if (!instrument) return 'unknown_symbol'
  if (kind === 'splits' && !((figures.new_shares ?? 0) > 0 && (figures.old_shares ?? 0) > 0)) return 'not_a_number'
  if (kind === 'dividends' && !((figures.amount ?? -1) >= 0)) return 'not_a_number'
  if (kind === 'fundamentals' && cell('period') !== 'quarter' && cell('period') !== 'year') return 'invalid_period'
  return { instrumentId: instrument.id, cell, figures }
}

async function write(tx: Tx, kind: CompanyKind, { instrumentId, cell, figures }: Row): Promise<void> {
  const cells: ImportedCells = {
    text: cell,
    date: (name) => cell(name) || null,
    figure: (name) => figures[name] ?? null,
  }
  if (kind === 'ipos') {
    const listing = { region: canonicalRegion(cell('region')), code: cell('code').toUpperCase() }
    return writeIpo(tx, listing, cells)
  }
  if (instrumentId === null) return
  switch (kind) {
    case 'company':
      return writeCompany(tx, instrumentId, cells)
    case 'fundamentals':
      return writeFundamentals(tx, instrumentId, cells, figures)
    case 'splits':
      return writeSplit(tx, instrumentId, cells)
    case 'dividends':
      return writeDividend(tx, instrumentId, cells)
  }
}
