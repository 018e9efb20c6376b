/** Valid times of data begin at `instantMin` and end before `instantMax`. */
export const instantMin = Date.UTC(1800, 0, 1)
export const instantMax = Date.UTC(2200, 0, 1)

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The space in `T12:00 08:00`. */
const decodedPlus = /(:[\d.]+) (?=\d{2}:?\d{2}$)/

/**
 * Reads a time as ms. Eight digits (`20210331`) are a date. Other integers, even negative integers, are ms with 12 or
 * more digits, and seconds with fewer. All other text is ISO 8601. A date means 00:00 UTC. A time without an offset is
 * UTC. The plus sign of an offset may be a space, as it arrives from a query that does not encode it. Null for
 * unreadable text, and for a time before `instantMin` or not before `instantMax`.
 */
export function parseInstant(text: string): number | null {
  const trimmed = text.trim()
  const digits = countDigits(trimmed)
  if (digits === null) return parseIso(trimmed.replace(decodedPlus, '$1+'))
  const value = Number(trimmed)
  if (digits === 8 && trimmed.length === 8)
    return dateOf(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)
  return bounded(digits >= 12 ? value : value * 1000)
}

const minus = 45
const zero = 48
const nine = 57

/** The number of digits of an integer; null for any other text. */
function countDigits(text: string): number | null {
  const start = text.charCodeAt(0) === minus ? 1 : 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < zero || code > nine) return null
  }
  return text.length > start ? text.length - start : null
}

/** Reads only ISO 8601; null for other text, and for dates and times that do not exist (2025-02-30, 24:00). */
export function parseIso(text: string): number | null {
  const match = iso.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const date = dateOf(Number(year), Number(month), Number(day))
  const offset = zoneMinutes(zone)
  if (date === null || offset === null) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return bounded(date + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + ms)
}

/** 00:00 UTC of a date; null for a date that does not exist or is out of range. */
function dateOf(year: number, month: number, day: number): number | null {
  if (year < 1800 || month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return null
  return bounded(Date.UTC(year, month - 1, day))
}

function zoneMinutes(zone: string): number | null {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(-2))
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

function bounded(ms: number): number | null {
  return ms >= instantMin && ms < instantMax ? ms : null
}
