import type { AxisTick, Chart, IndicatorCreate, YAxis } from 'klinecharts'
import { indicators } from '#src/contract/indicators/catalogue.ts'
import { lookback } from '#src/contract/indicators/compute.ts'
import type { IndicatorBar, IndicatorRow, IndicatorSpec } from '#src/contract/indicators/indicator.ts'
import type { Anchor } from '../data/balance-anchor.ts'
import { outputColors, type ShownIndicator } from '../state/chart-state.ts'
import type { ChartLook } from '../state/look.ts'
import { guideTicks } from './layers/axes.ts'
import { anchoredRule, type IndicatorExtra, indicatorRule, layerName } from './layers/indicator-layers.ts'
import { LazyRows } from './layers/lazy-rows.ts'
import { type ChartTheme, lineColor } from './layers/theme.ts'
import { rowsInView, type View } from './layers/view.ts'
import { pricePane } from './price-pane.ts'

const warmUpMax = 5_000

type Held = {
  one: ShownIndicator
  /** The colours of the indicator's outputs, as indexes of the theme's line colours. */
  colors: readonly number[]
  lazy: LazyRows<IndicatorBar, IndicatorRow>
  rows: IndicatorExtra['rows']
  anchor: Anchor | null
}

export class IndicatorBoard implements View {
  readonly #chart: Chart
  readonly #drawn: () => void
  #held = new Map<string, Held>()
  #theme: ChartTheme | null = null
  #anchor: Anchor | null = null
  /** The axes that have figures at the guides of their indicator. */
  readonly #guided = new WeakSet<YAxis>()

  constructor(chart: Chart, drawn: () => void) {
    this.#chart = chart
    this.#drawn = drawn
  }

  show(wanted: readonly ShownIndicator[], theme: ChartTheme): void {
    const before = this.#held
    const retheme = this.#theme !== theme
    this.#theme = theme
    const moved = paneOrder(wanted)
      .filter((id) => before.has(id))
      .join()
    const isReordered =
      moved !==
      paneOrder([...before.values()].map(({ one }) => one))
        .filter((id) => wanted.some((one) => one.id === id))
        .join()
    for (const id of before.keys()) {
      const one = wanted.find((other) => other.id === id)
      // The library shows panes in the order of their creation, so a changed order needs new panes.
      if (one && !(isReordered && hasOwnPane(one))) continue
      this.#chart.removeIndicator({ id })
      before.delete(id)
    }
    this.#held = new Map()
    for (const one of wanted) {
      const spec: IndicatorSpec = indicators[one.name]
      const colors = outputColors(wanted, one.id)
      const was = before.get(one.id)
      const held = this.#hold(was, one, colors)
      this.#held.set(one.id, held)
      if (!was) this.#chart.createIndicator(this.#definition(held, spec, theme), spec.pane === 'price')
      else if (retheme || was.one !== one || was.colors.join() !== colors.join() || was.rows !== held.rows)
        this.#chart.overrideIndicator(this.#definition(held, spec, theme))
    }
  }

  /**
   * Puts the axes of the indicators' panes on the side of the price axis, and shows figures at the indicators' guides.
   */
  place(position: ChartLook['side']): void {
    for (const { one } of this.#held.values()) {
      const [layer] = this.#chart.getIndicators({ id: one.id })
      if (!layer || layer.paneId === pricePane) continue
      for (const axis of this.#chart.getYAxes({ paneId: layer.paneId })) {
        if (axis.position !== position) this.#chart.overrideYAxis({ paneId: layer.paneId, id: axis.id, position })
        this.#markGuides(axis, layer.paneId, indicators[one.name])
      }
    }
  }

  #markGuides(axis: YAxis, paneId: string, { guides = [] }: IndicatorSpec): void {
    if (guides.length === 0 || this.#guided.has(axis)) return
    this.#guided.add(axis)
    const tickAt = (value: number): AxisTick => ({
      value,
      coord: axis.convertToPixel(value),
      text: axis.displayValueToText(value, 2),
    })
    this.#chart.overrideYAxis({
      paneId,
      id: axis.id,
      createTicks: ({ defaultTicks, bounding }) => guideTicks(defaultTicks, guides.map(tickAt), bounding.height),
    })
  }

  /** Sets the value of cumulative indicators at a bar; null: they count from the first loaded bar. */
  anchor(anchor: Anchor | null): void {
    this.#anchor = anchor
    if (this.#theme && this.isCumulative)
      this.show(
        [...this.#held.values()].map(({ one }) => one),
        this.#theme,
      )
  }

  get isCumulative(): boolean {
    return [...this.#held.values()].some(({ one }) => isCumulative(one))
  }

  showRange(from: number, to: number): void {
    for (const { lazy } of this.#held.values()) lazy.fill(from, to)
  }

  /**
   * The number of bars that the shown indicators need before the first visible bar; the indicator endpoint reads the
   * same number.
   */
  get warmUp(): number {
    return Math.max(
      0,
      ...[...this.#held.values()].map(({ one }) => Math.min(warmUpMax, lookback(one.name, one.params))),
    )
  }

  row(id: string, index: number): IndicatorRow | null {
    return this.#held.get(id)?.lazy.at(index) ?? null
  }

  #hold(was: Held | undefined, one: ShownIndicator, colors: readonly number[]): Held {
    const anchor = isCumulative(one) ? this.#anchor : null
    if (was?.one.params === one.params && was.anchor === anchor) return { ...was, one, colors }
    const rule = indicatorRule(one.name, one.params)
    const lazy = new LazyRows(anchor ? anchoredRule(rule, anchor) : rule)
    return { one, colors, lazy, rows: rowsInView(this.#chart, lazy), anchor }
  }

  #definition({ one, colors: colorIndexes, rows }: Held, spec: IndicatorSpec, theme: ChartTheme): IndicatorCreate {
    const colors = colorIndexes.map((index) => lineColor(theme, index))
    const extendData: IndicatorExtra = { rows, theme, drawn: this.#drawn }
    const line = { size: 1.5, style: 'solid' as const, smooth: false, dashedValue: [] }
    return {
      id: one.id,
      name: layerName(one.name),
      visible: one.visible,
      extendData,
      ...(spec.pane === 'price' && { paneId: pricePane }),
      styles: {
        lines: colors.map((color) => ({ ...line, color })),
        circles: colors.map((color) => ({
          upColor: color,
          downColor: color,
          noChangeColor: color,
          style: 'fill' as const,
        })),
      },
    }
  }
}

function hasOwnPane({ name }: ShownIndicator): boolean {
  const spec: IndicatorSpec = indicators[name]
  return spec.pane === 'own'
}

function paneOrder(shown: readonly ShownIndicator[]): string[] {
  return shown.filter(hasOwnPane).map(({ id }) => id)
}

function isCumulative({ name }: ShownIndicator): boolean {
  const spec: IndicatorSpec = indicators[name]
  return spec.isCumulative === true
}
