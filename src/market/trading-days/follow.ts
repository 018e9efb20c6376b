import { follow } from '#src/platform/follow.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import type { ChangedDay } from '../calendar/changed-day.ts'
import { setChangedDays } from '../calendar/exchange-of.ts'
import * as store from './store.ts'

const channel = 'calendars'

/** The longest wait between two checks, in case a notification was lost. */
const pollMs = 30_000

/** Notifies every process, once `tx` commits, that days of a calendar changed. */
export async function notifyCalendarChange(ctx: Platform, tx: Tx): Promise<void> {
  await ctx.postgres.notify(tx, channel, {})
}

/**
 * Loads the operator's changed days into this process. Returns the number of changes that were ever made to all
 * calendars.
 */
export async function loadTradingDays(ctx: Platform): Promise<number> {
  // The number is read first. If a change comes between the two reads, the days are loaded again next time.
  const seen = await store.changesSeen(ctx.postgres.db)
  const days = await store.changedDays(ctx.postgres.db)
  const changes = new Map<string, ChangedDay[]>()
  for (const { calendar, ...day } of days) changes.set(calendar, [...(changes.get(calendar) ?? []), day])
  setChangedDays(ctx, changes)
  return seen
}

/** Keeps the changed days of this process up to date until disposed. */
export function followTradingDays(ctx: Platform): Promise<AsyncDisposable> {
  let known = -1
  const followed = { channel, everyMs: pollMs, failed: 'the trading calendars could not be read' }
  return follow(ctx, followed, async () => {
    if ((await store.changesSeen(ctx.postgres.db)) !== known) known = await loadTradingDays(ctx)
  })
}
