import type { OverlayTemplate } from 'klinecharts'
import { percentChange } from '../../data/percent-change.ts'
import { faded } from '../layers/theme.ts'
import { boxBetween, frame } from './frame.ts'

export const measure: OverlayTemplate = {
  ...frame,
  name: 'tw-draw:measure',
  createPointFigures: ({ chart, coordinates: [a, b], overlay: { points } }) => {
    const [from, to] = points
    if (!a || !b || !from?.value || to?.value === undefined) return []
    const change = to.value - from.value
    const percent = percentChange(from.value, to.value) ?? 0
    const bars = (to.dataIndex ?? 0) - (from.dataIndex ?? 0)
    const sign = change > 0 ? '+' : ''
    const { upColor, downColor } = chart.getStyles().candle.priceMark.last
    const color = change < 0 ? downColor : upColor
    const decimals = chart.getSymbol()?.pricePrecision ?? 2
    const text = `${sign}${change.toFixed(decimals)}  ${sign}${percent.toFixed(2)}%  ${bars} ▮`
    return [
      { type: 'rect', attrs: boxBetween(a, b), styles: { style: 'fill', color: faded(color, 0.14) } },
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: (a.x + b.x) / 2, y: a.y },
            { x: (a.x + b.x) / 2, y: b.y },
          ],
        },
        styles: { color },
      },
      {
        type: 'line',
        attrs: {
          coordinates: [
            { x: a.x, y: (a.y + b.y) / 2 },
            { x: b.x, y: (a.y + b.y) / 2 },
          ],
        },
        styles: { color },
      },
      {
        type: 'text',
        attrs: {
          x: (a.x + b.x) / 2,
          y: change < 0 ? b.y + 6 : b.y - 6,
          text,
          align: 'center',
          baseline: change < 0 ? 'top' : 'bottom',
        },
        styles: {
          backgroundColor: color,
          color: '#FFFFFF',
          borderColor: color,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 4,
          paddingBottom: 4,
        },
        ignoreEvent: true,
      },
    ]
  },
}
