/** The time zones of the menu, from west to east. */
export const zones = [
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Europe/London',
  'Europe/Paris',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const

/** All zones that the browser knows, UTC among them. */
export function allZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** `America/New_York` → `New_York`, the key of the city's translation. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1) ?? zone
}

/** The current UTC offset of a zone, such as `GMT-4`. */
export function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
