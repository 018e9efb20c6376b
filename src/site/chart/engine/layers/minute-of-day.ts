/** Minutes since midnight in a zone, remembered by hour since asking `Intl` for each bar is slow. */
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
