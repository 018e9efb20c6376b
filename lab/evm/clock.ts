import type { Clock } from '#src/platform/clock.ts'
import { fastClock } from '#test/fixtures/fast-clock.ts'

export type DrillTime = { origin: number; speed: number }

/**
 * The time of the chain, the drill and the product. It is faster than the wall clock, and `setAhead` moves it forward.
 */
export function drillClock({ origin, speed }: DrillTime): Clock & { ahead(): number; setAhead(ms: number): void } {
  const fast = fastClock(origin, speed)
  let aheadMs = 0
  return {
    now: () => Math.round(fast.now()) + aheadMs,
    elapsed: fast.elapsed,
    sleep: fast.sleep,
    ahead: () => aheadMs,
    setAhead(ms) {
      aheadMs = ms
    },
  }
}
