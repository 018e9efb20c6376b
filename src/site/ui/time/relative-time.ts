const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A past time relative to now, such as "2 hours ago", in the reader's language. Both times in ms. */
export function relativeTime(locale: string, time: number, now: number): string {
  const away = Math.min(0, time - now)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, ms] = units.find(([, size]) => -away >= size) ?? ['second', 1_000]
  return format.format(Math.round(away / ms), unit)
}
