/** The accent of an operator who chose none. */
export const defaultAccent = '#ffb31a'

/** Colours of the pages that an accent must stand out from. Also in `src/site/styles/colours.css`. */
export const surfaces = {
  paper: '#fafaf6',
  raised: '#ffffff',
  darkPaper: '#0c0e12',
  darkRaised: '#14171d',
  ink: '#14161a',
} as const

/** `text`: the colour of texts on the accent. `wash`: the accent as a background of texts. */
export type AccentTheme = { accent: string; text: string; wash: string }

/** Colours made of one accent: for light pages, and for dark pages and dark panels. */
export type AccentColours = { light: AccentTheme; dark: AccentTheme }

export type AccentFault = 'not_a_colour' | 'too_pale' | 'no_text'

const aa = 4.5
/** An area of this contrast with the paper can be seen; lines and texts of light pages are in ink. */
const seen = 1.5
/** Buttons under the pointer are this much darker (`.btn-accent` in `src/site/styles/controls.css`). */
const hovered = 0.14
const step = 0.04

type Rgb = readonly [red: number, green: number, blue: number]

/** The colours of an accent such as `#1155cc`, or the reason why the pages cannot use it. */
export function accentColours(accent: string): AccentColours | AccentFault {
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return 'not_a_colour'
  const light = accent.toLowerCase()
  if (contrast(light, surfaces.paper) < seen) return 'too_pale'
  const dark = lightened(light)
  const [onLight, onDark] = [textOn(light), textOn(dark)]
  if (onLight === null || onDark === null) return 'no_text'
  return {
    light: { accent: light, text: onLight, wash: mix(light, surfaces.raised, 0.09) },
    dark: { accent: dark, text: onDark, wash: mix(dark, surfaces.darkPaper, 0.085) },
  }
}

/** Contrast of two colours after WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

/** The accent, lighter where texts and lines in it would be too dark on dark pages, or texts on it could not be read. */
function lightened(accent: string): string {
  let colour = accent
  const fits = () => contrast(colour, surfaces.darkRaised) >= aa && textOn(colour) !== null
  for (let part = step; part < 1 && !fits(); part += step) colour = mix('#ffffff', accent, part)
  return colour
}

/** Ink or white, whichever can be read on the accent and on the darker one of a button under the pointer. */
function textOn(accent: string): string | null {
  const under = mix(surfaces.ink, accent, hovered)
  const isReadable = (text: string) => Math.min(contrast(text, accent), contrast(text, under)) >= aa
  return [surfaces.ink, '#ffffff'].find(isReadable) ?? null
}

/** `part` of one colour and the rest of another. */
function mix(one: string, other: string, part: number): string {
  const [from, to] = [channels(other), channels(one)]
  const mixed = from.map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): Rgb {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16)
  return [at(1), at(3), at(5)]
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
