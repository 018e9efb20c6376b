const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()

/** The minutes by which a zone is ahead of UTC at a time. */
export function zoneOffset(timeZone: string, time: number): number {
  if (timeZone === 'UTC') return 0
  // Offsets are cached by quarter hour, because each look-up takes microseconds. Since 1948 the clocks of exchanges
  // have changed only at quarter hours.
  const quarter = Math.floor(time / 900_000)
  let known = offsets.get(timeZone)
  if (!known || known.size > 50_000) {
    known = new Map()
    offsets.set(timeZone, known)
  }
  const held = known.get(quarter)
  if (held !== undefined) return held
  const offset = computeOffset(timeZone, time)
  known.set(quarter, offset)
  return offset
}

function computeOffset(timeZone: string, time: number): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    formats.set(timeZone, format)
  }
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name)
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}
