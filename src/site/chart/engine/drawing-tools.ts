import type { OverlayTemplate } from 'klinecharts'
import { faded } from './layers/theme.ts'

/** Tools of the rail, in groups. Fibonacci, rectangle and ruler are ours, the others KLineCharts' own. */
export const drawingGroups = {
  lines: ['segment', 'rayLine', 'straightLine', 'horizontalStraightLine', 'horizontalRayLine', 'verticalStraightLine'],
  channels: ['parallelStraightLine', 'priceChannelLine', 'fibonacciLine'],
  shapes: ['tw-draw:box', 'brush'],
  notes: ['priceLine', 'simpleAnnotation'],
  measure: ['tw-draw:measure'],
} as const

export type DrawingGroup = keyof typeof drawingGroups
export type DrawingTool = (typeof drawingGroups)[DrawingGroup][number]
export const drawingTools: readonly DrawingTool[] = Object.values(drawingGroups).flat()

export function takesText(tool: string): boolean {
  return tool === 'simpleAnnotation'
}

function box(a: { x: number; y: number }, b: { x: number; y: number }) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

const frame = {
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
}

const fibonacciLevels = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1]

/** From the first point (100 %) to the second (0 %); lines reach from the earlier point to the right edge. */
const fibonacci: OverlayTemplate = {
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

/** Fibonacci levels, a rectangle, and a ruler that shows the change in price, in percent and in bars. */
export function ownDrawings(): OverlayTemplate[] {
  return [
    fibonacci,
    {
      ...frame,
      name: 'tw-draw:box',
      createPointFigures: ({ coordinates: [a, b] }) =>
        a && b ? [{ type: 'rect', attrs: box(a, b), styles: { style: 'stroke_fill' } }] : [],
    },
    {
      ...frame,
      name: 'tw-draw:measure',
      createPointFigures: ({ chart, coordinates: [a, b], overlay: { points } }) => {
        const [from, to] = points
        if (!a || !b || !from?.value || to?.value === undefined) return []
        const change = to.value - from.value
        const percent = (change / from.value) * 100
        const bars = (to.dataIndex ?? 0) - (from.dataIndex ?? 0)
        const sign = change > 0 ? '+' : ''
        const { upColor, downColor } = chart.getStyles().candle.priceMark.last
        const color = change < 0 ? downColor : upColor
        const decimals = chart.getSymbol()?.pricePrecision ?? 2
        const text = `${sign}${change.toFixed(decimals)}  ${sign}${percent.toFixed(2)}%  ${bars} ▮`
        return [
          { type: 'rect', attrs: box(a, b), styles: { style: 'fill', color: faded(color, 0.14) } },
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
    },
  ]
}
