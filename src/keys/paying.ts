import { dayMs, minuteMs } from '#src/contract/time.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './key/paying-store.ts'

const writes = { everyMs: 10 * minuteMs, failed: 'paying customers could not be counted; tried again' }

/** Stores the number of paying customers for each UTC day. A new count replaces the earlier count of its day. */
export function keepPayingDays(ctx: Platform): AsyncDisposable {
  return every(ctx, writes, () => countPayingDay(ctx))
}

export async function countPayingDay({ postgres: { db }, clock }: Platform): Promise<void> {
  const now = clock.now()
  await store.savePayingDay(db, new Date(now).toISOString().slice(0, 10), await store.countPaying(db, now))
}

/** Paying customers at the end of each counted UTC day since `since` (`2026-11-23`), and of today so far. */
export async function payingDays({ postgres: { db }, clock }: Platform, since: string): Promise<Map<string, number>> {
  const now = clock.now()
  const days = await store.payingDays(db, since)
  return days.set(new Date(now).toISOString().slice(0, 10), await store.countPaying(db, now))
}

/** The first customised keys that end within `days`, soonest first, and the total number of such keys. */
export async function endingDeals(
  { postgres: { db }, clock }: Platform,
  { days, limit }: { days: number; limit: number },
): Promise<{ deals: store.EndingDeal[]; total: number }> {
  const now = clock.now()
  return store.endingDeals(db, { from: now, to: now + days * dayMs, limit })
}
