/**
 * Returns a function from a time (ms) to the minutes since midnight in a zone. Results are cached by hour, because
 * calling `Intl` for each bar is slow.
 */
export function minuteOfDayIn(timezone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
  const hours = new Map<number, number>()
  return (time) => {
    const hour = Math.floor(time / 3_600_000)
    let start = hours.get(hour)
    if (start === undefined) {
      const [h = '0', m = '0'] = format.format(hour * 3_600_000).split(':')
      start = (Number(h) % 24) * 60 + Number(m)
      hours.set(hour, start)
    }
    return (start + Math.floor((time % 3_600_000) / 60_000)) % 1_440
  }
}

/**
 * The offset in ms from UTC to the clock that shows `minute` at `time` (ms): more than −10 hours, at most +14 hours.
 */
export function offsetBetween(minute: number, time: number): number {
  const utc = Math.floor(time / 60_000) % 1_440
  const ahead = (minute - utc + 1_440) % 1_440
  return (ahead > 14 * 60 ? ahead - 1_440 : ahead) * 60_000
}
