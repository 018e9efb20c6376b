import type { AxisTick, Chart, Coordinate } from 'klinecharts'
import { timeTicks } from './layers/time-ticks.ts'

export class TimeAxis {
  readonly #chart: Chart
  #zone = 'UTC'
  #dated = false

  constructor(chart: Chart) {
    this.#chart = chart
    chart.overrideXAxis({ createTicks: ({ bounding }) => this.#ticks(bounding.width) })
  }

  show(zone: string, dated: boolean): void {
    this.#dated = dated
    this.#zone = zone
  }

  #ticks(width: number): AxisTick[] {
    const { from, to } = this.#chart.getVisibleRange()
    const times = this.#chart
      .getDataList()
      .slice(from, to)
      .map(({ timestamp }) => timestamp)
    const [first] = this.#chart.convertToPixel([{ dataIndex: from }]) as Partial<Coordinate>[]
    const { bar } = this.#chart.getBarSpace()
    return timeTicks({
      times,
      pixelOf: (index) => (first?.x ?? 0) + index * bar,
      width,
      zone: this.#zone,
      dated: this.#dated,
      locale: document.documentElement.lang,
    })
  }
}
