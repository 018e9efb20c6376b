import type { Clock } from '../clock.ts'
import { pause } from '../loop.ts'

/** A store that has not answered within this time, ms, counts as unavailable. */
const patienceMs = 250

/** Returns the value of `reading` if it resolves in time, else null. Ignores a late failure. */
export async function inTime<T>(clock: Clock, reading: Promise<T>): Promise<{ value: T } | null> {
  const answered = new AbortController()
  const read = reading.then(
    (value) => ({ value }),
    () => null,
  )
  const late = pause(clock, patienceMs, answered.signal).then(() => null)
  const found = await Promise.race([read, late])
  answered.abort()
  return found
}
