import type { OverlayTemplate } from 'klinecharts'
import { frame } from './frame.ts'

const fibonacciLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]

/**
 * Fibonacci levels from the first point (100 %) to the second (0 %), drawn from the earlier point to the right edge.
 */
export const fibonacci: OverlayTemplate = {
  ...frame,
  name: 'fibonacciLine',
  createPointFigures: ({ chart, coordinates: [a, b], bounding, overlay: { points } }) => {
    const [from, to] = points
    if (!a || !b || from?.value === undefined || to?.value === undefined) return []
    const [start, end] = [from.value, to.value]
    const left = Math.min(a.x, b.x)
    const decimals = chart.getSymbol()?.pricePrecision ?? 2
    const { color, family } = chart.getStyles().xAxis.tickText
    return fibonacciLevels.flatMap((level) => {
      const y = b.y + (a.y - b.y) * level
      const price = (end + (start - end) * level).toFixed(decimals)
      const coordinates = [
        { x: left, y },
        { x: bounding.width, y },
      ]
      return [
        { type: 'line', attrs: { coordinates } },
        {
          type: 'text',
          attrs: { x: left + 4, y: y - 3, text: `${level} (${price})`, align: 'left', baseline: 'bottom' },
          styles: { style: 'fill', color, family, size: 11, backgroundColor: 'transparent', borderSize: 0 },
          ignoreEvent: true,
        },
      ]
    })
  },
}
