import type { AxisTick, Chart, Coordinate } from 'klinecharts'
import { minuteOfDayIn, offsetBetween } from './layers/minute-of-day.ts'
import { timeTicks } from './layers/time-ticks.ts'

export class TimeAxis {
  readonly #chart: Chart
  /** Minutes since midnight in the chart's zone; null: UTC. */
  #clock: ((time: number) => number) | null = null
  #zone = 'UTC'
  #dated = false

  constructor(chart: Chart) {
    this.#chart = chart
    chart.overrideXAxis({ createTicks: ({ bounding }) => this.#ticks(bounding.width) })
  }

  show(zone: string, dated: boolean): void {
    this.#dated = dated
    if (zone === this.#zone) return
    this.#zone = zone
    this.#clock = zone === 'UTC' ? null : minuteOfDayIn(zone)
  }

  #ticks(width: number): AxisTick[] {
    const { from, to } = this.#chart.getVisibleRange()
    const times = this.#chart
      .getDataList()
      .slice(from, to)
      .map(({ timestamp }) => timestamp)
    const [first] = this.#chart.convertToPixel([{ dataIndex: from }]) as Partial<Coordinate>[]
    const { bar } = this.#chart.getBarSpace()
    const clock = this.#clock
    return timeTicks({
      times,
      pixelOf: (index) => (first?.x ?? 0) + index * bar,
      width,
      offsetOf: (time) => (clock ? offsetBetween(clock(time), time) : 0),
      dated: this.#dated,
      locale: document.documentElement.lang,
    })
  }
}
