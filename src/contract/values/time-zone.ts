/** Whether this runtime knows a time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // A RangeError: the only way to ask.
    return false
  }
}
