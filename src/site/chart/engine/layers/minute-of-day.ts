import { dayMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'

/** Returns a function from a time (ms) to the minutes since midnight in a zone. */
export function minuteOfDayIn(timezone: string): (time: number) => number {
  return (time) => {
    const local = time + zoneOffset(timezone, time) * minuteMs
    return Math.floor((local - Math.floor(local / dayMs) * dayMs) / minuteMs)
  }
}
