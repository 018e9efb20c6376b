import { assetClasses } from '#src/contract/market.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'
import type { Platform } from '#src/platform/platform.ts'
import { splitCsvLine } from '#src/platform/text/csv.ts'
import type { NewInstrument } from '../instruments/instrument.ts'
import { settleHomes, upsertInstruments } from '../instruments/instruments.ts'
import { canonicalCode, canonicalRegion, isCode } from '../instruments/symbol.ts'
import { mergeDuplicates } from '../merge/merge.ts'
import { FileRefused } from './file/file-refused.ts'
import { type ImportIo, type ImportReport, ImportRun } from './import-run.ts'

const batchRows = 1_000
const nameLengthMax = 400

/** The exchange codes of some lists, and our codes of the exchanges. */
const exchangeSpellings: Record<string, string> = { WCB: 'CBOE', NIM: 'NASDAQ', HKG: 'HKEX', OSA: 'OSE' }

/**
 * Imports a list of instruments (`type,region,exchange,code,name,currency,isin,sector,industry`; the last four are
 * optional). Without a name, the code is the name. Instruments that `isWanted` rejects are skipped.
 */
export async function importSymbols(
  ctx: Platform,
  file: string,
  io: ImportIo,
  isWanted: (instrument: NewInstrument) => boolean = () => true,
): Promise<ImportReport> {
  const run = await ImportRun.start(ctx, { kind: 'symbols', file }, io)
  let columns: string[] | null = null
  let rows = 0
  let accepted = 0
  let batch = new Map<string, NewInstrument>()
  const write = async () => {
    await upsertInstruments(ctx, [...batch.values()], 'list')
    accepted += batch.size
    batch = new Map()
  }
  const settle = async () => {
    await settleHomes(ctx)
    await mergeDuplicates(ctx)
  }
  try {
    for await (const { line, text } of run.lines(() => ({ rows, accepted }))) {
      if (!columns) {
        columns = headerOf(text, file)
        continue
      }
      const read = instrumentOf(text, columns)
      if (typeof read !== 'string' && !isWanted(read)) continue
      rows += 1
      if (typeof read === 'string') run.quarantine.add(line, read, text)
      else {
        const key = `${read.class} ${read.region} ${read.exchange} ${read.code}`
        if (batch.has(key)) run.quarantine.add(line, 'duplicate', text)
        else batch.set(key, read)
      }
      if (batch.size >= batchRows) await write()
    }
    await write()
    await settle()
  } catch (error) {
    // The rows before the failure are stored. The first failure is reported.
    if (accepted > 0) await settle().catch(() => {})
    await run.fail({ rows, accepted })
    throw error
  }
  return run.finish({ rows, accepted })
}

const required = ['type', 'region', 'code', 'name']

function headerOf(line: string, file: string): string[] {
  const names = line
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .split(',')
  if (required.every((name) => names.includes(name))) return names
  throw new FileRefused(file, 'file_columns', { columns: required.join(', ') })
}

function instrumentOf(line: string, columns: readonly string[]): NewInstrument | RowReason {
  if (line.includes('\ufffd')) return 'invalid_utf8'
  if (line.includes('\u0000')) return 'control_character'
  const cells = splitCsvLine(line)
  if (!cells) return 'broken_quotes'
  if (cells.length > columns.length) return 'extra_column'
  const cell = (name: string) => (cells[columns.indexOf(name)] ?? '').trim()
  const assetClass = assetClasses.find((name) => name === cell('type').toLowerCase())
  if (!assetClass) return 'unknown_class'
  const region = canonicalRegion(cell('region'))
  if (!/^[A-Z]{2}$/.test(region)) return 'unknown_region'
  const code = canonicalCode(cell('code').toUpperCase(), region)
  if (!isCode(code)) return 'invalid_symbol'
  const name = cell('name') || code
  if (name.length > nameLengthMax) return 'invalid_name'
  const exchange = cell('exchange').toUpperCase()
  return {
    class: assetClass,
    region,
    exchange: assetClass === 'indices' ? (exchangeSpellings[exchange] ?? exchange) : exchange,
    code,
    name,
    currency: cell('currency'),
    isin: cell('isin'),
    sector: cell('sector'),
    industry: cell('industry'),
    priceStep: defaultStep(assetClass, code),
  }
}

function defaultStep(assetClass: NewInstrument['class'], code: string): string {
  if (assetClass === 'forex') return code.endsWith('JPY') ? '0.001' : '0.00001'
  return assetClass === 'crypto' ? '0.0001' : '0.01'
}
