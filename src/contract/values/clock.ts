import { type Locale, languages } from '../locale.ts'

const day = { dateStyle: 'medium' } as const
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const second = { ...minute, second: '2-digit' } as const

/**
 * The formats of times in every place and language. All clocks have 24 hours, so that no page mixes 12 and 24 hours.
 * Day and time are formatted separately, because browsers and Node put different spaces between them in zh-HK.
 */
export const timeStyles = {
  second: [day, second],
  minute: [day, minute],
  day: [day],
  longDay: [{ dateStyle: 'long' }],
  shortDay: [{ month: 'short', day: 'numeric' }],
  time: [minute],
  clock: [second],
} as const satisfies Record<string, readonly Intl.DateTimeFormatOptions[]>

export type TimeStyle = keyof typeof timeStyles

/** A time in a zone, with the zone's name, so that a deadline is unambiguous: `Nov 27, 2026 16:57 (EST)`. */
export function timeInWords(
  at: number,
  { locale, timeZone }: { locale: Locale; timeZone: string },
  style: TimeStyle = 'minute',
): string {
  const parts = timeStyles[style].map((options) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at))
  return withZone(parts.join(' '), at, { locale, timeZone })
}

export function withZone(time: string, at: number, { locale, timeZone }: { locale: Locale; timeZone: string }): string {
  const [before, after] = languages[locale].marks.aside
  return `${time}${before}${zoneName(timeZone, at)}${after}`
}

/** The short name of a zone at a time, `EST` or `GMT+8`. */
export function zoneName(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** A time in UTC, the same in every language: `2026-11-27 21:57 UTC`. */
export function utcText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // A RangeError is the only sign of an unsupported zone.
    return false
  }
}
