import type { OverlayTemplate } from 'klinecharts'
import { frame } from './frame.ts'

const headPx = 12
const halfAngle = 0.42

export const arrow: OverlayTemplate = {
  ...frame,
  name: 'tw-draw:arrow',
  createPointFigures: ({ coordinates: [a, b] }) => {
    if (!a || !b) return []
    const angle = Math.atan2(b.y - a.y, b.x - a.x)
    const wing = (side: number) => ({
      x: b.x - headPx * Math.cos(angle + side * halfAngle),
      y: b.y - headPx * Math.sin(angle + side * halfAngle),
    })
    const line = (coordinates: { x: number; y: number }[]) => ({ type: 'line', attrs: { coordinates } })
    return [line([a, b]), line([wing(1), b, wing(-1)])]
  },
}
