import type { Chart, KLineData } from 'klinecharts'
import type { LazyRows } from './lazy-rows.ts'

/**
 * A part of the engine that calculates only the visible bars. `showRange` is called when the visible bars change; `to`
 * is excluded.
 */
export interface View {
  showRange(from: number, to: number): void
}

/**
 * The calculation function for KLineCharts: it sets the bars, calculates the visible rows and returns all calculated
 * rows.
 */
export function rowsInView<Bar extends object, Row>(
  chart: Chart,
  lazy: LazyRows<Bar, Row>,
): (bars: KLineData[]) => Row[] {
  return (bars) => {
    lazy.setBars(bars as unknown as Bar[])
    const { from, to } = chart.getVisibleRange()
    lazy.fill(from - 1, to + 1)
    return lazy.rows as Row[]
  }
}
