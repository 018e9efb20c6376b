import type { Chart } from 'klinecharts'
import { type CompareExtra, compareLayerName } from './layers/price-layers.ts'
import { pricePane } from './price-pane.ts'

export class ComparedLines {
  readonly #chart: Chart
  #shown: readonly CompareExtra[] = []

  constructor(chart: Chart) {
    this.#chart = chart
  }

  show(wanted: readonly CompareExtra[]): void {
    const before = this.#shown
    this.#shown = wanted
    for (const { ticker } of before) {
      if (!wanted.some((one) => one.ticker === ticker)) this.#chart.removeIndicator({ id: idOf(ticker) })
    }
    for (const one of wanted) {
      const was = before.find(({ ticker }) => ticker === one.ticker)
      if (was === one) continue
      const create = { id: idOf(one.ticker), name: compareLayerName, paneId: pricePane, extendData: one }
      if (was) this.#chart.overrideIndicator(create)
      else this.#chart.createIndicator(create, true)
    }
  }

  /** The change of a compared symbol at a bar since the left edge of the view, in percent. */
  change(ticker: string, index: number): number | null {
    const [layer] = this.#chart.getIndicators({ id: idOf(ticker) })
    const rows = (layer?.result ?? []) as { close: number | null }[]
    const { from, to } = this.#chart.getVisibleRange()
    const first = rows.slice(from, to).find(({ close }) => close !== null)?.close
    const close = rows[index]?.close
    return first && close ? (close / first - 1) * 100 : null
  }
}

function idOf(ticker: string): string {
  return `${compareLayerName}#${ticker}`
}
