/** A span of the local day in minutes from midnight; `close` is exclusive and may pass 1440 for overnight sessions. */
export type Span = { open: number; close: number }

/** One day of a calendar as the operator set it. `date`: `2026-01-31`. */
export type ChangedDay = { date: string; name: string } & (
  | { kind: 'closed' | 'usual' }
  /** The local minute at which its last session ends. */
  | { kind: 'early'; close: number }
  /** Its regular sessions, in order; there is nothing before or after them. */
  | { kind: 'special'; sessions: readonly Span[] }
)
