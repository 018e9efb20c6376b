import type { Columns, Dialect } from '../file/dialect.ts'
import { findColumns, type TableKind } from './find-columns.ts'

const standardBars: Columns = { time: 0, open: 1, high: 2, low: 3, close: 4, volume: 5 }

/**
 * The dialect of our own files: cells separated by commas, decimal points, and times in ISO 8601 or as numbers. `head`:
 * the line with column names.
 */
export function plainDialect(kind: TableKind, head: string): Dialect {
  const names = head === '' ? null : head.split(',')
  const columns = names
    ? findColumns(names, [], { kind, separator: ',' }).columns
    : kind === 'bars'
      ? standardBars
      : { time: 0, price: 1, size: 2 }
  return {
    ...{ separator: ',', decimal: '.', groups: '', encoding: 'utf-8', times: 'mixed', dates: 'ymd', zone: 'UTC' },
    ...{ isLocalDays: false, dayMinute: 0, isUnitGiven: false, isNamed: names !== null, hasVolume: true },
    ...{ volumePower: 0, turnoverPower: 0, pricePower: 0, headLines: names ? 1 : 0, head, code: null },
    ...{ cells: names?.length ?? Object.keys(columns).length, columns },
  } satisfies Dialect
}
