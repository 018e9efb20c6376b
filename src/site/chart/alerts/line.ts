import type { OverlayTemplate } from 'klinecharts'

export const alertLineName = 'tw-alert'

/**
 * `positioned`: called with the line's distance from the top of its pane, px; null when the pane does not show the
 * line's price.
 */
export type AlertLineExtra = { color: string; ink: string; positioned(y: number | null): void }

export function alertLine(): OverlayTemplate<AlertLineExtra> {
  return {
    name: alertLineName,
    totalStep: 2,
    lock: true,
    createPointFigures({ coordinates: [at], bounding, overlay: { extendData } }) {
      const isVisible = at !== undefined && at.y >= 0 && at.y <= bounding.height
      extendData.positioned(isVisible ? at.y : null)
      if (!isVisible) return []
      return {
        type: 'line',
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [6, 4], size: 1, color: extendData.color },
        ignoreEvent: true,
      }
    },
    createYAxisFigures({ chart, coordinates: [at], bounding, overlay: { points, extendData }, yAxis }) {
      const value = points[0]?.value
      if (!at || value === undefined) return []
      const isAtLeft = yAxis?.position === 'left' && !yAxis.inside
      const text = value.toFixed(chart.getSymbol()?.pricePrecision ?? 2)
      return {
        type: 'text',
        attrs: {
          x: isAtLeft ? bounding.width : 0,
          y: at.y,
          text,
          align: isAtLeft ? 'right' : 'left',
          baseline: 'middle',
        },
        styles: { color: extendData.ink, backgroundColor: extendData.color, borderColor: extendData.color },
        ignoreEvent: true,
      }
    },
  }
}
