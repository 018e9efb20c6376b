import type { OverlayTemplate } from 'klinecharts'
import { faded } from '../layers/theme.ts'
import { boxBetween, frame } from './frame.ts'

type Side = 'long' | 'short'

/** The prices of a planned trade from its three points: the entry, then target and stop in either order. */
export function planOf(side: Side, [entry, one, other]: readonly [number, number, number]) {
  const [low, high] = [Math.min(one, other), Math.max(one, other)]
  const [target, stop] = side === 'long' ? [high, low] : [low, high]
  const sign = side === 'long' ? 1 : -1
  const [gain, loss] = [(target - entry) * sign, (entry - stop) * sign]
  return { target, stop, gain, loss, ratio: loss > 0 ? gain / loss : null }
}

/** A planned trade: entry, target and stop with gain and loss in percent, and the ratio of gain to loss. */
export function position(side: Side): OverlayTemplate {
  return {
    ...frame,
    totalStep: 4,
    name: `tw-draw:${side}`,
    createPointFigures: ({ chart, coordinates, overlay: { points } }) => {
      const [a, b, c] = coordinates
      const [entry, one, other] = points.map(({ value }) => value)
      if (!a || !b || entry === undefined || one === undefined) return []
      const right = Math.max(b.x, c?.x ?? b.x, a.x + 40)
      const { upColor, downColor } = chart.getStyles().candle.priceMark.last
      const line = { type: 'line', attrs: { coordinates: [a, { x: right, y: a.y }] } }
      if (!c || other === undefined) return [line, zone(a, { x: right, y: b.y }, upColor)]
      const plan = planOf(side, [entry, one, other])
      const target = plan.target === one ? b.y : c.y
      const stop = plan.target === one ? c.y : b.y
      const decimals = chart.getSymbol()?.pricePrecision ?? 2
      const labelOf = (price: number, by: number) => `${price.toFixed(decimals)}  ${percent(by / Math.abs(entry))}`
      const centre = (a.x + right) / 2
      return [
        zone(a, { x: right, y: target }, upColor),
        zone(a, { x: right, y: stop }, downColor),
        line,
        tag(centre, target, a.y, labelOf(plan.target, plan.gain), upColor),
        tag(centre, stop, a.y, labelOf(plan.stop, -plan.loss), downColor),
        ...(plan.ratio === null ? [] : [ratioTag(centre, a.y, `1 : ${plan.ratio.toFixed(2)}`)]),
      ]
    },
  }
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(2)}%`
}

function zone(a: { x: number; y: number }, b: { x: number; y: number }, color: string) {
  return { type: 'rect', attrs: boxBetween(a, b), styles: { style: 'fill', color: faded(color, 0.16) } }
}

/** A label outside of its zone: above the upper edge or below the lower edge. */
function tag(x: number, y: number, entryY: number, text: string, color: string) {
  const above = y <= entryY
  return {
    type: 'text',
    attrs: { x, y: above ? y - 4 : y + 4, text, align: 'center', baseline: above ? 'bottom' : 'top' } as const,
    styles: { color: '#FFFFFF', backgroundColor: color, borderColor: color },
    ignoreEvent: true,
  }
}

function ratioTag(x: number, y: number, text: string) {
  return { type: 'text', attrs: { x, y, text, align: 'center', baseline: 'middle' } as const, ignoreEvent: true }
}
