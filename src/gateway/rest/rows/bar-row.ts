import type { Bar } from '#src/market/bars/bar.ts'
import type { RowValue } from '../wire/call.ts'
import { pick } from './row-query.ts'

export const klineColumns = ['t', 'o', 'h', 'l', 'c', 'v', 'tu'] as const

/** Columns that a bar has only on request. */
export const klineExtras = ['source'] as const

/** The bars as rows, the running bar last. `columns` null: the standard ones. */
export function barRows(
  bars: readonly Bar[],
  running: Bar | null,
  columns: readonly string[] | null,
): Record<string, RowValue>[] {
  const rows = columns === null ? bars.map(rowOf) : bars.map((bar) => pick(wholeRow(bar), columns))
  if (running) rows.push(...barRows([running], null, columns).map((row) => ({ ...row, final: false })))
  return rows
}

function rowOf(bar: Bar): Record<string, RowValue> {
  return { t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: bar.volume, tu: bar.turnover }
}

function wholeRow(bar: Bar): Record<string, RowValue> {
  return { ...rowOf(bar), source: bar.source }
}
