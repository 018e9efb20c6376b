import { channels, fromOklch, mostChroma, toLinear, toOklch } from './oklch.ts'

/** The accent of an operator who chose none. */
export const defaultAccent = '#ffb31a'

/** Colours of the pages from which an accent must differ visibly. `src/site/styles/colours.css` repeats the values. */
export const surfaces = {
  paper: '#fafaf6',
  raised: '#ffffff',
  darkPaper: '#0c0e12',
  darkRaised: '#14171d',
  ink: '#14161a',
} as const

/** `text`: the colour of texts on the accent. `wash`: the accent as a background of texts. */
export type AccentTheme = { accent: string; text: string; wash: string }

/** The colours that are computed from one accent. `dark`: for dark pages and for dark panels of light pages. */
export type AccentColours = { light: AccentTheme; dark: AccentTheme }

export type AccentFault = 'not_a_colour' | 'too_pale' | 'no_text'

const aa = 4.5
/**
 * The lowest contrast to the paper at which an area is visible. Lines and texts need more contrast, so light pages draw
 * them in ink.
 */
const seen = 1.5
/** The share of ink in a button under the pointer (`.btn-accent` in `src/site/styles/controls.css`). */
const hovered = 0.14
const step = 0.01
/**
 * `washChroma`: the least chroma of a background of texts, so that its hue is visible. An accent with less chroma than
 * `grey` has no hue.
 */
const [washChroma, grey] = [0.018, 0.03]

/** The colours of an accent such as `#1155cc`, or the reason why the pages cannot use it. */
export function accentColours(accent: string): AccentColours | AccentFault {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return 'not_a_colour'
  const light = accent.toLowerCase()
  if (contrast(light, surfaces.paper) < seen) return 'too_pale'
  const dark = lightened(light)
  const [onLight, onDark] = [textOn(light), textOn(dark)]
  if (onLight === null || onDark === null) return 'no_text'
  return {
    light: { accent: light, text: onLight, wash: washOf(light, surfaces.raised, 0.09) },
    dark: { accent: dark, text: onDark, wash: washOf(dark, surfaces.darkPaper, 0.085) },
  }
}

/** Contrast of two colours after WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

/**
 * The accent for dark pages: made lighter until lines and texts in it are bright enough and texts on it are readable.
 * Hue stays the same, and so does chroma as a share of its largest value. Mixing in white would turn the colour grey.
 */
function lightened(accent: string): string {
  const { l, c, h } = toOklch(accent)
  const share = c / Math.max(mostChroma(l, h), c, 1e-6)
  let colour = accent
  const fits = () => contrast(colour, surfaces.darkRaised) >= aa && textOn(colour) !== null
  for (let lighter = l + step; lighter < 1 && !fits(); lighter += step)
    colour = fromOklch({ l: lighter, c: share * mostChroma(lighter, h), h })
  return colour
}

function washOf(accent: string, ground: string, part: number): string {
  const mixed = mix(accent, ground, part)
  const { l, c } = toOklch(mixed)
  const { c: own, h } = toOklch(accent)
  return own < grey ? mixed : fromOklch({ l, c: Math.max(c, washChroma), h })
}

/**
 * Ink or white: the first that is readable on the accent and on a button under the pointer; null if neither is
 * readable.
 */
function textOn(accent: string): string | null {
  const under = mix(surfaces.ink, accent, hovered)
  const isReadable = (text: string) => Math.min(contrast(text, accent), contrast(text, under)) >= aa
  return [surfaces.ink, '#ffffff'].find(isReadable) ?? null
}

/** Mixes two colours. `part`: the share of `one`, from 0 to 1. */
export function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(other), channels(one)]
  const mixed = from.map((channel, at) => Math.round((channel + ((to[at] ?? 0) - channel) * part) * 255))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour)
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
}
