import type { Chart, KLineData } from 'klinecharts'
import type { LazyRows } from './lazy-rows.ts'

/** Something calculated for visible bars only; called when these change, `to` not included. */
export interface View {
  showRange(from: number, to: number): void
}

/** The calculation that KLineCharts is given: takes the bars, calculates those in view and hands out the list that later looks fill. */
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
