import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { accountActivity } from '#src/audit/activity.ts'
import type { AuditEntry } from '#src/audit/entry.ts'
import { activities } from '#src/contract/account/activity.ts'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import type { TimelineKind } from '#src/contract/values/customer-lists.ts'
import type { Key } from '#src/keys/key/key.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { EventQuery } from './event-query.ts'
import { factsReader } from './log-entry.ts'
import { thingsOf } from './things.ts'

const ofKeys = /^(?:key|socket|subscription)\.|^customer\.(?:limits|revoke_key|disconnect)$/
/** Actions that the timeline shows from other event sources. */
const coveredElsewhere =
  /^(?:order\.(?:create|complete|cancel|time_out)|credit|ledger)(?:\.|$)|^ticket\.open$|^key\.end$/
const shownActions = [...activities.filter((action) => !coveredElsewhere.test(action)), 'customer.note']

/** Changes that the customer made, and changes that others made to the account, its keys, orders and tickets. */
export async function logEvents(
  ctx: Platform,
  keys: readonly Key[],
  { accountId, kind, before, isFirst, limit, locale }: EventQuery,
): Promise<CustomerEvent[]> {
  const { db } = ctx.postgres
  const actions = shownActions.filter((action) => kind === null || kindOf(action) === kind)
  const filter = { accountId, things: await thingsOf(db, accountId, keys), actions }
  // The database sets the times of log rows, so the first page is not bounded by this process's clock.
  const after = isFirst ? null : { at: BigInt(before) * 1_000n - 1n, shown: 0 }
  const { entries } = await accountActivity(ctx, filter, { limit, after })
  const emails = await addressesOfOthers(ctx, entries, accountId)
  const factsOf = factsReader(ctx, keys, locale)
  return entries.map((entry) => ({
    ...{
      id: `log ${entry.id}`,
      at: entry.at,
      kind: kindOf(entry.action),
      what: entry.action,
      amount: null,
      left: null,
    },
    by: authorOf(entry, emails, accountId),
    facts: { ...factsOf(entry), reason: typeof entry.detail.reason === 'string' ? entry.detail.reason : null },
  }))
}

async function addressesOfOthers(ctx: Platform, entries: readonly AuditEntry[], accountId: string) {
  const others = entries.flatMap((entry) => (isOther(entry, accountId) && entry.actorId ? [entry.actorId] : []))
  const known = await addressesOf(ctx.postgres.db, [...new Set(others)])
  return new Map(known.map(({ accountId, email }) => [accountId, email]))
}

function kindOf(action: string): TimelineKind {
  if (action.startsWith('refund.') || action.startsWith('order.')) return 'money'
  if (action.startsWith('ticket.')) return 'tickets'
  return ofKeys.test(action) ? 'keys' : 'account'
}

function isOther({ actorKind, actorId }: AuditEntry, accountId: string): boolean {
  return actorKind === 'staff' || (actorKind === 'account' && actorId !== accountId)
}

function authorOf(entry: AuditEntry, emails: ReadonlyMap<string, string>, accountId: string): string | null {
  if (entry.actorKind === 'operator-cli') return 'cli'
  return isOther(entry, accountId) && entry.actorId !== null ? (emails.get(entry.actorId) ?? entry.actorId) : null
}
