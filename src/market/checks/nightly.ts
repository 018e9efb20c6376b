import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import { computeNewFactors } from '../action-edits/computed-factors.ts'
import { queueUnlessOpen } from '../jobs/jobs.ts'
import type { Scope } from '../jobs/scope.ts'
import { claimNight, withRecordedTicks } from './night-store.ts'

const pollMs = 5 * minuteMs
/** 02:00 UTC, when American markets have closed, and the day of markets with UTC dates is over. */
const beginsMs = 2 * hourMs
const periodDays = 31
/** The checks assume that a recorder writes ticks at most this many days late. */
const fillDays = 2

/** Queues a check of each class's stored bars once a night, in one process. */
export function checkNightly(ctx: Platform): AsyncDisposable {
  const failed = 'the nightly check of stored bars could not be queued'
  return every(ctx, { everyMs: pollMs, failed }, () => queueNight(ctx))
}

/**
 * Queues the checks of the current night if no process has queued them. Recorded ticks first fill missing minutes. The
 * last 31 days are checked; on Sundays and in a class's first night, the whole history. The factors of new splits and
 * dividends are also computed, because the closes before their ex-dates are final by then.
 */
export async function queueNight(ctx: Platform): Promise<void> {
  const now = ctx.clock.now()
  const night = new Date(now - beginsMs)
  const midnight = now - (now % dayMs)
  const isSunday = night.getUTCDay() === 0
  const isDue = await ctx.postgres.transaction(async (tx) => {
    const due = await claimNight(tx, assetClasses, night.toISOString().slice(0, 10))
    const names = due.map((one) => one.class)
    for (const name of await withRecordedTicks(tx, names)) {
      const scope = { ...scopeOf(name, midnight - fillDays * dayMs), to: midnight - 1 }
      await queueUnlessOpen(ctx, tx, 'recompute', { ...scope, way: 'missing' })
    }
    for (const { class: name, isFirst } of due) {
      const from = isFirst || isSunday ? null : midnight - periodDays * dayMs
      await queueUnlessOpen(ctx, tx, 'verify', scopeOf(name, from))
    }
    return due.length > 0
  })
  if (isDue) await computeNewFactors(ctx)
}

function scopeOf(assetClass: AssetClass, from: number | null): Scope {
  return { instrumentId: null, class: assetClass, region: null, from, to: null }
}
