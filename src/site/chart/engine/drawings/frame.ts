type Pixel = { x: number; y: number }

/** The rectangle between two corners. */
export function boxBetween(a: Pixel, b: Pixel) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** What all our drawings of two points have. */
export const frame = {
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
}
