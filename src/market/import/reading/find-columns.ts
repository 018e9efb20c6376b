import type { ColumnName } from '#src/contract/data/reading.ts'
import { type Columns, Unreadable } from '../file/dialect.ts'
import { isDateName, keyOf, spellings, withUnit } from './column-names.ts'

export type TableKind = 'bars' | 'ticks'

const columnsOfKind: Readonly<Record<TableKind, readonly ColumnName[]>> = {
  bars: ['open', 'high', 'low', 'close', 'volume', 'turnover', 'code'],
  ticks: ['price', 'size', 'side', 'bid', 'ask', 'code'],
}

/** Names that are ignored if a file has a better name for the same column. */
const secondary = new Set('last price first max min tickvol tickvolume amount volume vol v lastprice shares'.split(' '))
const figures = new Set<ColumnName>(['open', 'high', 'low', 'close', 'volume', 'price', 'size', 'bid', 'ask'])

export type Found = { columns: Columns; powers: Partial<Record<ColumnName, number>> }

/** The number of our columns that a line names. A header names at least three. */
export function namedIn(cells: readonly string[], kind: TableKind): number {
  const keys = new Set(keysOf(cells))
  const wanted: ColumnName[] = ['time', ...columnsOfKind[kind]]
  return wanted.filter((column) => spellings.get(column)?.some((key) => keys.has(key))).length
}

/**
 * Finds our columns by the names in a file's header. `rows`: the cells of its first rows. Throws an `Unreadable` if a
 * name occurs twice, if two columns fit one of ours, or if a required column is missing.
 */
export function findColumns(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  { kind, separator }: { kind: TableKind; separator: string },
): Found {
  refuseDoubled(names)
  const keys = keysOf(names)
  const columns: Columns = timeColumns(keys, rows)
  for (const column of columnsOfKind[kind]) {
    const at = positionOf(column, { keys, names, rows })
    if (at !== -1) columns[column] = at
  }
  // In AKShare's files with `outstanding_share`, `turnover` is a share of the float, not an amount.
  if (keys.includes('outstandingshare') && columns.turnover === keys.indexOf('turnover')) {
    const amount = keys.indexOf('amount')
    if (amount === -1) delete columns.turnover
    else columns.turnover = amount
  }
  refuseMissing(columns, kind, { names, separator })
  return { columns, powers: powersOf(columns, { keys, names, rows }) }
}

export function refuseDoubled(names: readonly string[]): void {
  const bare = names.map((name) => name.trim())
  const doubled = bare.find((name, at) => name !== '' && bare.indexOf(name) !== at)
  if (doubled !== undefined) throw new Unreadable('file_column_twice', { column: doubled })
}

/** Throws if a table lacks a column that its kind needs. */
export function refuseMissing(
  columns: Columns,
  kind: TableKind,
  { names, separator }: { names: readonly string[]; separator: string },
): void {
  const needed: ColumnName[] =
    kind === 'bars'
      ? ['time', 'open', 'high', 'low', 'close']
      : ['time', ...(columns.price === undefined ? (['bid', 'ask'] as const) : (['price', 'size'] as const))]
  const missing = needed.filter((column) => columns[column] === undefined)
  if (missing.length === 0) return
  throw new Unreadable('file_columns_missing', {
    missing: missing.join(', '),
    names: namesText(names),
    separator: separatorName(separator),
  })
}

const namesMax = 200

function namesText(names: readonly string[]): string {
  const text = names.map((name) => name.trim()).join(', ')
  return text.length > namesMax ? `${text.slice(0, namesMax)}…` : text
}

export function separatorName(separator: string): string {
  return { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }[separator] ?? 'comma'
}

/** Names without case, punctuation and units. Polygon's grouped bars name the ticker `T` and the time `t`. */
function keysOf(names: readonly string[]): string[] {
  const bare = names.map((name) => name.trim())
  const hasTicker = bare.includes('T') && bare.includes('t')
  return bare.map((name) => (hasTicker && name === 'T' ? 'ticker' : keyOf(withUnit(name).name)))
}

type Sheet = { keys: readonly string[]; names: readonly string[]; rows: readonly (readonly string[])[] }

function positionOf(column: ColumnName, { keys, names, rows }: Sheet): number {
  const known = spellings.get(column) ?? []
  const found = known.flatMap((key) => keys.flatMap((one, at) => (one === key ? [{ key, at }] : [])))
  const [first, second] = found
  if (!first) return -1
  const isSame = second !== undefined && (second.key === first.key || !secondary.has(second.key))
  if (isSame && figures.has(column))
    throw new Unreadable('file_columns_two', {
      column,
      first: names[first.at]?.trim() ?? '',
      second: names[second.at]?.trim() ?? '',
    })
  // MetaTrader counts ticks if the exchange reports no volume.
  const ticks = column === 'volume' ? found.find(({ key }) => key.startsWith('tickvol')) : undefined
  const isEmpty = ticks && ticks.at !== first.at && rows.every((cells) => Number(cells[first.at]) === 0)
  return isEmpty ? ticks.at : first.at
}

const clockCell = /^\s*(?:\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AP]M)?|\d{1,6})\s*$/i

/** The column with times, or the columns with dates and times of day. An unnamed first column may have the times. */
function timeColumns(keys: readonly string[], rows: readonly (readonly string[])[]): Columns {
  const known = spellings.get('time') ?? []
  const found = known.map((key) => keys.indexOf(key)).filter((at) => at !== -1)
  const date = found.find((at) => isDateName(keys[at] ?? ''))
  const [first] = found
  if (first === undefined) {
    const isTime = keys[0] === '' && rows.length > 0 && rows.every((cells) => /^\s*\d{4}[-/.]?\d/.test(cells[0] ?? ''))
    return isTime ? { time: 0 } : {}
  }
  const isClock = rows.length > 0 && rows.every((cells) => clockCell.test(cells[first] ?? ''))
  return isClock && date !== undefined && date !== first ? { time: date, clock: first } : { time: first }
}

/**
 * In Tushare's daily bars of mainland exchanges, volumes are lots of a hundred shares, and amounts are thousands of
 * yuan.
 */
function powersOf(columns: Columns, { keys, names, rows }: Sheet): Found['powers'] {
  const { volume, turnover } = columns
  const isTushare = ['tscode', 'tradedate', 'vol'].every((key) => keys.includes(key))
  const isMainland = rows.every((cells) => /\.(?:SH|SZ|BJ)$/i.test(cells[keys.indexOf('tscode')]?.trim() ?? ''))
  if (isTushare && isMainland) return { volume: 2, turnover: 3 }
  const power = (at: number | undefined) => (at === undefined ? 0 : withUnit(names[at]?.trim() ?? '').power)
  const isRaw = ['rtype', 'publisherid'].every((key) => keys.includes(key))
  const prices = [columns.open, columns.price, columns.bid].filter((at) => at !== undefined)
  const isWhole =
    prices.length > 0 && rows.every((cells) => prices.every((at) => /^-?\d+$/.test(cells[at]?.trim() ?? '')))
  return {
    volume: power(volume ?? columns.size),
    turnover: power(turnover),
    // In Databento's files a price without a point is in billionths.
    open: isRaw && isWhole && rows.length > 0 ? -9 : 0,
  }
}
