/** Whether this runtime supports the time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // A RangeError is the only sign of an unsupported zone.
    return false
  }
}
