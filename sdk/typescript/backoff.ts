/**
 * Waits between attempts, in ms. A full wait doubles from `minMs` to `maxMs`. Each wait is random between half of the
 * full wait and the full wait.
 */
export type Backoff = { minMs: number; maxMs: number }

export const defaultBackoff: Backoff = { minMs: 500, maxMs: 30_000 }

/** The wait before attempt `attempt` (from 0). It is random, so that clients do not all reconnect at once. */
export function backoffMs(attempt: number, { minMs, maxMs }: Backoff, random: () => number): number {
  const full = Math.min(maxMs, minMs * 2 ** Math.min(attempt, 30))
  return Math.round(full / 2 + (full / 2) * random())
}
