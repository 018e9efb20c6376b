import type { AxisCreateRangeParams, AxisRange, AxisTick, YAxisTemplate } from 'klinecharts'
import { compareLayerName, compareRatio } from './price-layers.ts'

export const percentAxisName = 'tw-axis:percent'

/** Minimum distance between the tick of a guide and a usual tick, in pixels. */
const tickGapPx = 22

/** The ticks of an axis, with a tick at each visible guide. A usual tick too close to a guide is left out. */
export function guideTicks(usual: readonly AxisTick[], guides: readonly AxisTick[], height: number): AxisTick[] {
  const seen = guides.filter(({ coord }) => coord >= 0 && coord <= height)
  const free = usual.filter(({ coord }) => seen.every((guide) => Math.abs(guide.coord - coord) >= tickGapPx))
  return [...free, ...seen].sort((one, other) => other.coord - one.coord)
}

function wholeRange({ chart, defaultRange }: AxisCreateRangeParams): { from: number; to: number } {
  let { from, to } = defaultRange
  const visible = chart.getVisibleRange()
  for (const { result } of chart.getIndicators({ name: compareLayerName })) {
    const rows = result as { close: number | null }[]
    const ratio = compareRatio(chart.getDataList(), rows, visible.from, visible.to)
    if (ratio === null) continue
    for (let index = visible.from; index < visible.to; index++) {
      const close = rows[index]?.close ?? null
      if (close === null) continue
      from = Math.min(from, close * ratio)
      to = Math.max(to, close * ratio)
    }
  }
  return { from, to }
}

/**
 * An axis that shows the change since the left edge of the view in percent. Its range includes the compared symbols.
 */
export function percentAxis(): YAxisTemplate {
  return {
    name: percentAxisName,
    minSpan: () => 0.01,
    displayValueToText: (value) => `${value > 0 ? '+' : ''}${value.toFixed(2)}%`,
    valueToRealValue: (value, { range }) =>
      range.range === 0 ? range.realFrom : ((value - range.from) / range.range) * range.realRange + range.realFrom,
    realValueToValue: (value, { range }) =>
      range.realRange === 0 ? range.from : ((value - range.realFrom) / range.realRange) * range.range + range.from,
    createRange: (params): AxisRange => {
      const { chart, defaultRange } = params
      const base = chart.getDataList()[chart.getVisibleRange().from]?.close
      if (!base) return defaultRange
      const { from, to } = wholeRange(params)
      const percent = (value: number): number => ((value - base) / base) * 100
      const [realFrom, realTo] = [percent(from), percent(to)]
      const whole = { from, to, range: to - from, realFrom, realTo, realRange: realTo - realFrom }
      return { ...defaultRange, ...whole, displayFrom: realFrom, displayTo: realTo, displayRange: realTo - realFrom }
    },
  }
}
