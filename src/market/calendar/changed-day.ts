/**
 * A span of the local day in minutes from midnight. `close` is exclusive; it may exceed 1440 for overnight sessions.
 */
export type Span = { open: number; close: number }

/** Reads sessions such as `0930-1200,1300-1600`. */
export function toSpans(text: string): Span[] {
  return text.split(',').map((span) => {
    const [open = '', close = ''] = span.split('-')
    return { open: minutes(open), close: minutes(close) }
  })
}

function minutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2))
}

/** One day of a calendar, as the operator set it. `date`: `2026-01-31`. */
export type ChangedDay = { date: string; name: string } & (
  | { kind: 'closed' | 'usual' }
  /** The local minute at which the day's last session ends. */
  | { kind: 'early'; close: number }
  /** The day's regular sessions, in order. The day has no sessions before or after the regular hours. */
  | { kind: 'special'; sessions: readonly Span[] }
)
