/**
 * A colour in OKLCH: lightness from 0 to 1, chroma, and hue in radians. Equal distances between colours look equally
 * large.
 */
export type Oklch = { l: number; c: number; h: number }

type Three = readonly [number, number, number]

/** After Björn Ottosson, "A perceptual color space for image processing", 2020. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = channels(hex).map(toLinear) as unknown as Three
  const [l, m, s] = [
    0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
    0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
    0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
  ].map(Math.cbrt) as unknown as Three
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, b), h: Math.atan2(b, a) }
}

/** The sRGB colour with this lightness and hue. Its chroma is reduced if screens cannot show it. */
export function fromOklch({ l, c, h }: Oklch): string {
  const shown = linearOf({ l, c: Math.min(c, mostChroma(l, h)), h })
  const written = shown.map((value) => Math.round(Math.min(1, Math.max(0, fromLinear(value))) * 255))
  return `#${written.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** The largest chroma that screens can show at a lightness and hue. */
export function mostChroma(l: number, h: number): number {
  let [low, high] = [0, 0.4]
  for (let round = 0; round < 20; round += 1) {
    const c = (low + high) / 2
    if (linearOf({ l, c, h }).every((value) => value >= -1e-4 && value <= 1 + 1e-4)) low = c
    else high = c
  }
  return low
}

function linearOf({ l, c, h }: Oklch): Three {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Red, green and blue of `#1155cc`, each from 0 to 1. */
export function channels(hex: string): Three {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [at(1), at(3), at(5)]
}

export function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function fromLinear(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}
