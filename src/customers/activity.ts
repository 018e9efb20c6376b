import { type ActivityPlace, accountActivity } from '#src/audit/activity.ts'
import type { AuditEntry } from '#src/audit/entry.ts'
import { orderNumbersOf, refundIdsOf } from '#src/billing/export.ts'
import { type Activity, type ActivityEntry, activities } from '#src/contract/account/activity.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Key } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import { type Catalogue, catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { ticketIdsOf } from '#src/support/tickets.ts'

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
  const { db } = ctx.postgres
  const keys = await allKeysOfAccount(db, accountId)
  const things = [
    ...keys.map(({ id }) => id),
    ...(await orderNumbersOf(db, accountId)),
    ...(await refundIdsOf(db, accountId)),
    ...(await ticketIdsOf(db, accountId, [])),
  ]
  const filter = { accountId, things, actions: activities }
  const { entries, next } = await accountActivity(ctx, filter, { limit: entriesShown, after })
  const known: Known = { keys: new Map(keys.map((key) => [key.id, labelOf(key)])), catalogue: catalogueOf(ctx), locale }
  return { entries: entries.map((entry) => present(entry, known)), next }
}

type Known = { keys: ReadonlyMap<string, string>; catalogue: Catalogue; locale: Locale }

function labelOf({ aliasName, head, tail }: Key): string {
  return aliasName || maskSecret(head, tail)
}

/** Only the fields that are named here leave the log. */
function present({ at, actorKind, action, subject, detail }: AuditEntry, known: Known): ActivityEntry {
  const plan = known.catalogue.planById(text(detail.planId) ?? '')
  const isNumbered = /^(order|refund|ticket)\./.test(action)
  return {
    at,
    action: action as Activity,
    by: actorKind === 'account' || actorKind === 'system' ? actorKind : 'staff',
    method: text(detail.method),
    name: text(detail.to) ?? text(detail.name) ?? text(detail.provider) ?? text(detail.role),
    key: known.keys.get(subject) ?? known.keys.get(text(detail.keyId) ?? '') ?? null,
    plan: plan && planName(plan, known.locale),
    number: isNumbered ? subject : null,
    amount: amountOf(text(detail.micro) ?? text(detail.payable)),
    until: number(detail.until) ?? number(detail.expiresAt) ?? untilOf(detail.after),
  }
}

/** Of limits that the staff gave. */
function untilOf(after: unknown): number | null {
  return typeof after === 'object' && after !== null && 'until' in after ? number(after.until) : null
}

function amountOf(micro: string | null): string | null {
  return micro !== null && /^-?\d{1,30}$/.test(micro) ? formatMicro(BigInt(micro)) : null
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function number(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
