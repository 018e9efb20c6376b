/** Earliest and latest instant that data may carry: 1800-01-01 and 2200-01-01, UTC. */
export const instantMin = Date.UTC(1800, 0, 1)
export const instantMax = Date.UTC(2200, 0, 1)

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * ms, s or ISO 8601 → ms UTC. A date alone is 00:00 UTC; a time without an offset is UTC.
 * Up to 10 digits are seconds, 13 are ms; 11, 12 and 14 are refused, since either reading would be a guess.
 */
export function parseInstant(text: string): number | null {
  const trimmed = text.trim()
  if (/^-?\d{1,10}$/.test(trimmed)) return bounded(Number(trimmed) * 1000)
  if (/^-?\d{13}$/.test(trimmed)) return bounded(Number(trimmed))
  return parseIso(trimmed)
}

/** ISO 8601 alone; dates that do not exist (2025-02-30, 24:00) are null. */
export function parseIso(text: string): number | null {
  const match = iso.exec(text)
  if (!match) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  if (Number(year) < 1800 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  if (new Date(date).getUTCDate() !== Number(day) || new Date(date).getUTCMonth() !== Number(month) - 1) return null
  const offset = zoneMinutes(zone)
  if (offset === null) return null
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3))
  return bounded(date + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000 + ms)
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
