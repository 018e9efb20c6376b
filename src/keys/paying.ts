import { dayMs, minuteMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './key/paying-store.ts'

const writes = { everyMs: 10 * minuteMs, failed: 'paying customers could not be counted; tried again' }

/** Keeps how many customers pay, for each UTC day: what it was at the last count of the day. */
export function keepPayingDays(ctx: Platform): AsyncDisposable {
  return every(ctx, writes, () => countPayingDay(ctx))
}

export async function countPayingDay({ postgres: { db }, clock }: Platform): Promise<void> {
  const now = clock.now()
  await store.savePayingDay(db, new Date(now).toISOString().slice(0, 10), await store.countPaying(db, now))
}

/** Paying customers at the end of each UTC day since `since` (`2026-11-23`) that was counted, and of today until now. */
export async function payingDays({ postgres: { db }, clock }: Platform, since: string): Promise<Map<string, number>> {
  const now = clock.now()
  const days = await store.payingDays(db, since)
  return days.set(new Date(now).toISOString().slice(0, 10), await store.countPaying(db, now))
}

/** Keys on terms of their own that end within `days`, the first first. */
export async function endingDeals(
  { postgres: { db }, clock }: Platform,
  { days, limit }: { days: number; limit: number },
): Promise<store.EndingDeal[]> {
  const now = clock.now()
  return store.endingDeals(db, { from: now, to: now + days * dayMs, limit })
}
