type Pixel = { x: number; y: number }

export function boxBetween(a: Pixel, b: Pixel) {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** The common settings of our drawings. `totalStep` is for two points; drawings with three points override it. */
export const frame = {
  totalStep: 3,
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
}
