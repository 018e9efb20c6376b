import type { Span } from './changed-day.ts'

/** Formats sessions as `09:30-12:00,13:00-16:00`, local time. */
export function hoursText(spans: readonly Span[], between = ','): string {
  return spans.map(({ open, close }) => `${clock(open)}-${clock(close)}`).join(between)
}

function clock(minute: number): string {
  const at = minute === 1440 ? minute : ((minute % 1440) + 1440) % 1440
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
