import type { OverlayTemplate } from 'klinecharts'
import { frame } from './frame.ts'

type Pixel = { x: number; y: number }

/**
 * Andrews' pitchfork: a median line from the first point through the middle of the other two points, and a parallel
 * through each of them.
 */
export const pitchfork: OverlayTemplate = {
  ...frame,
  totalStep: 4,
  name: 'tw-draw:pitchfork',
  createPointFigures: ({ coordinates: [a, b, c], bounding }) => {
    if (!a || !b) return []
    const line = (coordinates: Pixel[]) => ({ type: 'line', attrs: { coordinates } })
    if (!c) return [line([a, b])]
    const middle = { x: (b.x + c.x) / 2, y: (b.y + c.y) / 2 }
    const along = { x: middle.x - a.x, y: middle.y - a.y }
    const tine = (from: Pixel) => line([from, farEnd(from, along, bounding.width)])
    return [tine(a), tine(b), tine(c), line([b, c])]
  },
}

/**
 * The point at which a ray leaves the pane at the left or right edge. A vertical ray gets a length that exceeds any
 * pane.
 */
export function farEnd(from: Pixel, along: Pixel, width: number): Pixel {
  if (Math.abs(along.x) < 1e-6) return { x: from.x, y: from.y + Math.sign(along.y || 1) * 10_000 }
  const edge = along.x > 0 ? Math.max(width, from.x) : Math.min(0, from.x)
  return { x: edge, y: from.y + ((edge - from.x) / along.x) * along.y }
}
