import { csvCell, splitCsvLine } from '#src/platform/csv.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { FileRefused } from './file-refused.ts'
import type { FileChunk } from './source-file.ts'

/**
 * Our columns, in the order of output rows. `code` only selects rows; output for a single instrument does not contain
 * it.
 */
const ours = [
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'turnover',
  'price',
  'size',
  'bid',
  'ask',
  'code',
] as const
type Column = (typeof ours)[number]
type Unit = 's' | 'ms' | 'us' | 'ns'

/** `columns`: our columns with their names in the file; `unit`: unit of numeric times. */
export type ColumnMap = { columns: ReadonlyMap<Column, string>; unit: Unit | null }

const textMax = 1_000
const timeMax = 8.64e15

/** Reads a mapping such as `time=window_start:ns,open=o,close=c,code=ticker`. */
export function readColumnMap(text: string): ColumnMap {
  const columns = new Map<Column, string>()
  let unit: Unit | null = null
  if (text.length > textMax) throw new SettingsError('A column mapping has at most 1,000 characters.')
  for (const part of text.split(',')) {
    const at = part.indexOf('=')
    const name = ours.find((one) => one === part.slice(0, at).trim().toLowerCase())
    let there = part.slice(at + 1).trim()
    if (at < 1 || !name || there === '' || columns.has(name))
      throw new SettingsError(`"${part}" is no part of a column mapping: time=ts,open=o,… with ${ours.join(', ')}.`)
    const [, bare, found] = (name === 'time' && /^(.+):(s|ms|us|ns)$/.exec(there)) || []
    if (bare !== undefined && found !== undefined) {
      there = bare
      unit = found as Unit
    }
    columns.set(name, there)
  }
  if (!columns.has('time')) throw new SettingsError('A column mapping names the column of the time: time=ts,…')
  return { columns, unit }
}

/**
 * The mapping for rows that already have our column names (`time=time,open=open`), with the columns that `text` maps.
 * Refused rows of a file with many instruments are imported again with it.
 */
export function mapOfOurs(text: string): string {
  return [...readColumnMap(text).columns.keys()].map((name) => `${name}=${name}`).join(',')
}

/**
 * A file's text with our columns, line by line. Rows keep their line numbers; a row of another code becomes an empty
 * line. Unreadable rows stay unchanged, so that the importer refuses them with a reason. `code` null includes all
 * rows, each with its code first; unreadable rows then have an empty code.
 */
export async function* withOurColumns(
  chunks: AsyncIterable<FileChunk>,
  { columns, unit }: ColumnMap,
  { file, code }: { file: string; code: string | null },
): AsyncGenerator<FileChunk> {
  let indexes: Map<Column, number> | null = null
  for await (const { text, fraction } of chunks) {
    const lines: string[] = []
    for (const raw of text.slice(0, -1).split('\n')) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (indexes) lines.push(rowOf(line, indexes, unit, code))
      else {
        indexes = indexesOf(line, columns, file)
        const names = [...indexes.keys()].filter((name) => name !== 'code')
        lines.push((code === null ? ['code', ...names] : names).join(','))
      }
    }
    yield { text: `${lines.join('\n')}\n`, fraction }
  }
}

function indexesOf(line: string, columns: ColumnMap['columns'], file: string): Map<Column, number> {
  const head = (splitCsvLine(line.replace(/^\u00ef\u00bb\u00bf|^\ufeff/, '')) ?? []).map((cell) =>
    cell.trim().toLowerCase(),
  )
  const indexes = new Map<Column, number>()
  for (const name of ours) {
    const there = columns.get(name)
    if (there === undefined) continue
    const at = head.indexOf(there.toLowerCase())
    if (at === -1) throw new FileRefused(file, 'file_columns', { columns: [...columns.values()].join(', ') })
    indexes.set(name, at)
  }
  return indexes
}

function rowOf(line: string, indexes: ReadonlyMap<Column, number>, unit: Unit | null, code: string | null): string {
  if (line === '') return ''
  const cells = splitCsvLine(line)
  if (!cells) return code === null ? `,${line}` : line
  const out: string[] = []
  for (const [name, at] of indexes) {
    const cell = (cells[at] ?? '').trim()
    if (name === 'code') {
      if (code === null) out.unshift(csvCell(cell.toUpperCase()))
      else if (cell.toUpperCase() !== code) return ''
    } else out.push(csvCell(name === 'time' && unit ? timeOf(cell, unit) : cell))
  }
  return out.join(',')
}

/** Converts a number of the unit to ISO text; other text stays unchanged. */
function timeOf(cell: string, unit: Unit): string {
  if (!/^\d{1,20}(?:\.\d{1,9})?$/.test(cell)) return cell
  const whole = cell.split('.', 1)[0] ?? ''
  const ms =
    unit === 's'
      ? Math.round(Number(cell) * 1_000)
      : unit === 'ms'
        ? Number(whole)
        : Number(whole.slice(0, unit === 'us' ? -3 : -6))
  return ms <= timeMax ? new Date(ms).toISOString() : cell
}
