import { type ActivityPlace, accountActivity } from '#src/audit/activity.ts'
import type { AuditEntry } from '#src/audit/entry.ts'
import { type Activity, type ActivityEntry, activities } from '#src/contract/account/activity.ts'
import type { Locale } from '#src/contract/locale.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type EntryFacts, factsReader } from './view/log-entry.ts'
import { thingsOf } from './view/things.ts'

const entriesShown = 30

/**
 * A page of the log about the own account, newest first. Of what the staff did it says what and when, never who, and none of
 * their notes and reasons.
 */
export async function ownActivity(
  ctx: Platform,
  { accountId }: AccountActor,
  { after, locale }: { after: ActivityPlace | null; locale: Locale },
): Promise<{ entries: ActivityEntry[]; next: ActivityPlace | null }> {
  const keys = await allKeysOfAccount(ctx.postgres.db, accountId)
  const filter = { accountId, things: await thingsOf(ctx.postgres.db, accountId, keys), actions: activities }
  const { entries, next } = await accountActivity(ctx, filter, { limit: entriesShown, after })
  const factsOf = factsReader(ctx, keys, locale)
  return { entries: entries.map((entry) => present(entry, factsOf(entry))), next }
}

/** Only the fields that are named here leave the log. */
function present({ at, actorKind, action }: AuditEntry, facts: EntryFacts): ActivityEntry {
  return {
    at,
    action: action as Activity,
    by: actorKind === 'account' || actorKind === 'system' ? actorKind : 'staff',
    ...facts,
  }
}
