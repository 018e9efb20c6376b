/** Size of the field on which flags are drawn. */
export const flagWidth = 30
export const flagHeight = 20

/** Stripes from top to bottom; `weights` are their relative heights. */
export function across(colours: readonly string[], weights: readonly number[] = colours.map(() => 1)): string {
  return stripes(colours, weights, flagHeight, (at, size, fill) => rect(0, at, flagWidth, size, fill))
}

/** Stripes from left to right; `weights` are their relative widths. */
export function upright(colours: readonly string[], weights: readonly number[] = colours.map(() => 1)): string {
  return stripes(colours, weights, flagWidth, (at, size, fill) => rect(at, 0, size, flagHeight, fill))
}

function stripes(
  colours: readonly string[],
  weights: readonly number[],
  length: number,
  draw: (at: number, size: number, fill: string) => string,
): string {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let at = 0
  return colours
    .map((fill, index) => {
      const size = (length * (weights[index] ?? 1)) / total
      const shape = draw(at, size, fill)
      at += size
      return shape
    })
    .join('')
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"/>`
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

/** A star of `points` points. `inner` is the inner radius as a fraction of the outer radius; `turn` is in degrees. */
export function star(
  x: number,
  y: number,
  radius: number,
  fill: string,
  { points = 5, inner = 0.382, turn = 0 }: { points?: number; inner?: number; turn?: number } = {},
): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = ((index * 180) / points - 90 + turn) * (Math.PI / 180)
    const reach = index % 2 === 0 ? radius : radius * inner
    return `${round(x + reach * Math.cos(angle))} ${round(y + reach * Math.sin(angle))}`
  })
  return path(`M${corners.join('L')}Z`, fill)
}

/** A crescent that opens to the right: a disc, covered by a disc in the background colour. */
export function crescent(x: number, y: number, radius: number, fill: string, ground: string): string {
  return disc(x, y, radius, fill) + disc(round(x + radius * 0.28), y, round(radius * 0.8), ground)
}

export function nordicCross(ground: string, cross: string): string {
  return (
    rect(0, 0, flagWidth, flagHeight, ground) + rect(8, 0, 5, flagHeight, cross) + rect(0, 7.5, flagWidth, 5, cross)
  )
}

export function unionFlag(width: number, height: number): string {
  const [w, h] = [width, height]
  const diagonals = (size: number, colour: string) =>
    `<path d="M0 0L${w} ${h}M${w} 0L0 ${h}" stroke="${colour}" stroke-width="${round(size)}"/>`
  const cross = (size: number, colour: string) =>
    rect((w - size) / 2, 0, size, h, colour) + rect(0, (h - size) / 2, w, size, colour)
  return `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${rect(0, 0, w, h, '#012169')}${diagonals(h * 0.2, '#fff')}${diagonals(h * 0.08, '#C8102E')}${cross(h * 0.33, '#fff')}${cross(h * 0.2, '#C8102E')}</svg>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
