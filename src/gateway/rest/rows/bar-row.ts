import type { Bar } from '#src/market/bars/bar.ts'
import type { TradeFigures } from '#src/market/history/trade-figures.ts'
import type { RowValue } from '../wire/call.ts'
import { pick } from './row-query.ts'

export const klineColumns = ['t', 'o', 'h', 'l', 'c', 'v', 'tu'] as const

/** Columns that a bar has only if the client requests them. */
export const klineExtras = ['tn', 'vw', 'nt', 'source', 'final'] as const

type Figures = ReadonlyMap<number, TradeFigures>
const noFigures: Figures = new Map()

export function needsTrades(columns: readonly string[] | null): boolean {
  return columns?.some((name) => name === 'vw' || name === 'nt') ?? false
}

/** The bars as rows, with the running bar last. `columns` null: the standard columns. `figures`: by time of the bar. */
export function barRows(
  bars: readonly Bar[],
  running: Bar | null,
  columns: readonly string[] | null,
  figures: Figures = noFigures,
): Record<string, RowValue>[] {
  const rows = columns === null ? bars.map(rowOf) : bars.map((bar) => pick(wholeRow(bar, figures), columns))
  if (running) rows.push(...barRows([running], null, columns).map((row) => ({ ...row, final: false })))
  return rows
}

function rowOf(bar: Bar): Record<string, RowValue> {
  return { t: bar.time, o: bar.open, h: bar.high, l: bar.low, c: bar.close, v: bar.volume, tu: bar.turnover }
}

function wholeRow(bar: Bar, figures: Figures): Record<string, RowValue> {
  const { trades = null, vwap = null } = figures.get(bar.time) ?? {}
  const turnover = bar.turnover === 0 && bar.volume > 0 ? null : bar.turnover
  return { ...rowOf(bar), tn: turnover, vw: vwap, nt: trades, source: bar.source }
}
