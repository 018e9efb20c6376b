import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { type ActivityCursor, accountActivity } from '#src/audit/activity.ts'
import type { AuditEntry } from '#src/audit/entry.ts'
import { type Activity, type ActivityEntry, activitiesIn } from '#src/contract/account/activity.ts'
import type { ActivityPart } from '#src/contract/account/activity-parts.ts'
import type { Locale } from '#src/contract/locale.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type EntryFacts, factsReader } from './view/log-entry.ts'
import { thingsOf } from './view/things.ts'

const entriesShown = 30

/**
 * A page of the account's own log, newest first. An entry about a staff action has no name, note or reason.
 */
export async function ownActivity(
  ctx: Platform,
  { accountId }: AccountActor,
  { about, after, locale }: { about?: ActivityPart | undefined; after: ActivityCursor | null; locale: Locale },
): Promise<{ entries: ActivityEntry[]; next: ActivityCursor | null }> {
  const keys = await allKeysOfAccount(ctx.postgres.db, accountId)
  const filter = { accountId, things: await thingsOf(ctx.postgres.db, accountId, keys), actions: activitiesIn(about) }
  const { entries, next } = await accountActivity(ctx, filter, { limit: entriesShown, after })
  const factsOf = factsReader(ctx, keys, locale)
  const emails = await membersOf(ctx, entries, accountId)
  const authorOf = ({ actorKind, actorId }: AuditEntry) => ({
    by: actorKind === 'account' && actorId !== accountId ? ('member' as const) : kindOf(actorKind),
    member: actorKind === 'account' ? (emails.get(actorId ?? '') ?? null) : null,
  })
  return { entries: entries.map((entry) => ({ ...present(entry, factsOf(entry)), ...authorOf(entry) })), next }
}

/** Presents an entry without its author. Of its detail, an account sees only the facts from `factsReader`. */
function present({ at, action }: AuditEntry, facts: EntryFacts): Omit<ActivityEntry, 'by' | 'member'> {
  return { at, action: action as Activity, ...facts }
}

function kindOf(kind: AuditEntry['actorKind']): 'account' | 'system' | 'staff' {
  return kind === 'account' || kind === 'system' ? kind : 'staff'
}

/** The e-mail addresses of other people who acted for the account; deleted accounts have none. */
async function membersOf(ctx: Platform, entries: readonly AuditEntry[], accountId: string) {
  const ids = entries.flatMap(({ actorKind, actorId }) =>
    actorKind === 'account' && actorId !== null && actorId !== accountId ? [actorId] : [],
  )
  const known = ids.length === 0 ? [] : await addressesOf(ctx.postgres.db, [...new Set(ids)])
  return new Map(known.map((one) => [one.accountId, one.email]))
}
