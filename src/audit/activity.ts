import type { Platform } from '#src/platform/platform.ts'
import type { AuditEntry } from './entry.ts'
import { type ActivityCursor, entriesAbout } from './entry-store.ts'

export type { ActivityCursor }

/** `things`: ids of the account's keys, orders and other objects. `actions`: the actions that the account may read. */
export type ActivityFilter = { accountId: string; things: readonly string[]; actions: readonly string[] }

export async function accountActivity(
  ctx: Platform,
  filter: ActivityFilter,
  page: { limit: number; after: ActivityCursor | null },
): Promise<{ entries: AuditEntry[]; next: ActivityCursor | null }> {
  return entriesAbout(ctx.postgres.db, filter, page)
}
