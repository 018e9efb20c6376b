import { type AccountFacts, accountFacts } from '#src/accounts/facts.ts'
import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { teamOf } from '#src/accounts/team/contacts.ts'
import { noteCustomerView } from '#src/audit/customer-view.ts'
import { moneyOf } from '#src/billing/accounting/customer-money.ts'
import { isRefusal, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { Customer, CustomerKey, Note } from '#src/contract/operator/customers/customers.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { overrideOf } from '#src/keys/controls.ts'
import { allowanceId, freeKeyExpiry, type Key, keyStatus, limitsNow, planOf } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import { allKeysOfAccount, keysOfAccount } from '#src/keys/keys.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { isStaff } from '#src/staff/staff.ts'
import { ticketsOf } from '#src/support/tickets.ts'
import { readTallies } from '#src/usage/meter.ts'
import { usageNow } from '#src/usage/report.ts'
import { socketsOfAccount } from '#src/usage/sockets.ts'
import { stateOf } from './list.ts'
import { notesOf } from './note-store.ts'

/** Everything about a customer, with plan names in `locale`. The view is audited. */
export async function viewCustomer(ctx: Platform, actor: Actor, accountId: string, locale: Locale): Promise<Customer> {
  const by = await requireStaff(ctx, actor, 'customer.view')
  const facts = await accountFacts(ctx, accountId)
  if (!facts) throw refuse('not_found')
  await noteCustomerView(ctx, by, 'customer.view', accountId)
  const { db } = ctx.postgres
  const keys = await keysOfAccount(ctx, accountId)
  const sockets = await socketsOfAccount(ctx, accountId)
  const money = await moneyOf(db, accountId)
  const [waiting] = await ticketsOf(db, accountId, 'open', 1)
  return {
    ...presentFacts(facts),
    isStaff: await isStaff(db, accountId),
    team: (await teamOf(db, accountId)).map(({ id, email, role, joinedAt }) => {
      return { accountId: id, email, role, since: joinedAt }
    }),
    credit: formatMicro(money.credit),
    paid: { amount: formatMicro(money.paid), orders: money.orders },
    keys: await Promise.all(keys.map((key) => presentCustomerKey(ctx, key, locale))),
    sockets: sockets.map(({ browser: _, symbols: __, ...socket }) => socket),
    today: await requestsToday(ctx, await allKeysOfAccount(db, accountId)),
    waiting: waiting
      ? { id: waiting.id, excerpt: waiting.excerpt, since: waiting.waitingSince ?? waiting.changedAt }
      : null,
    notes: await presentNotes(ctx, accountId),
  }
}

function presentFacts(facts: AccountFacts) {
  const { accountId, email, createdAt: since, suspendedAt, deleteAfter, version, signIn, locale, timeZone } = facts
  return { accountId, email, since, suspendedAt, deleteAfter, version, signIn, locale, timeZone, state: stateOf(facts) }
}

async function presentCustomerKey(ctx: Platform, key: Key, locale: Locale): Promise<CustomerKey> {
  const now = ctx.clock.now()
  const plan = planOf(catalogueOf(ctx), key)
  const override = await overrideOf(ctx, key)
  const limits = limitsNow(plan, override, now)
  const minute = await usageNow(ctx, { kind: 'key', allowanceId: allowanceId(key), limits })
  const { id, planId, aliasName, expiresAt, customised, usedAt } = key
  return {
    ...{ id, planId, aliasName, customised, usedAt, limits },
    key: maskSecret(key.head, key.tail),
    planName: planName(plan, locale),
    status: keyStatus(expiresAt, now),
    expiresAt: expiresAt >= freeKeyExpiry ? null : expiresAt,
    used: minute.limit === null ? null : minute.limit - (minute.remaining ?? 0),
    planLimits: plan.limits,
    overriddenUntil: override && override.until > now ? override.until : null,
  }
}

/**
 * The requests of all keys, revoked ones included. Returns null while the history store cannot be read; the rest of the
 * page is still shown.
 */
async function requestsToday(ctx: Platform, keys: readonly Key[]): Promise<Customer['today']> {
  const now = ctx.clock.now()
  const from = Math.floor(now / dayMs) * dayMs
  const ids = keys.map(({ id }) => id)
  const tallies = await readTallies(ctx, ids, { from, to: now + 1, stepMs: hourMs }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return null
  })
  if (!tallies) return null
  const hours = Array.from({ length: Math.floor((now - from) / hourMs) + 1 }, () => 0)
  for (const { t, requests } of tallies) {
    const hour = Math.floor((t - from) / hourMs)
    hours[hour] = (hours[hour] ?? 0) + requests
  }
  const refused = tallies.filter(({ reason }) => reason !== '')
  return { hours, refused: refused.reduce((sum, { requests, uncounted }) => sum + requests + uncounted, 0) }
}

async function presentNotes(ctx: Platform, accountId: string): Promise<Note[]> {
  const { db } = ctx.postgres
  const notes = await notesOf(db, accountId)
  const authors = await addressesOf(db, [...new Set(notes.flatMap(({ authorId }) => authorId ?? []))])
  const emails = new Map(authors.map((author) => [author.accountId, author.email]))
  return notes.map(({ id, authorId, note, at }) => ({
    ...{ id, note, at },
    author: authorId === null ? null : (emails.get(authorId) ?? null),
  }))
}
