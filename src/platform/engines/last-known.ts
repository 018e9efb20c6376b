import type { Clock } from '../clock.ts'
import { pause } from '../loop.ts'

/** A store that has not answered by then is as good as away. */
const patienceMs = 250

/** What `reading` gives in time, else null; it goes on then, and its failure is the caller's no more. */
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
