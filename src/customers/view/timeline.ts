import { contactOf } from '#src/accounts/sessions/profile.ts'
import { noteCustomerView } from '#src/audit/customer-view.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import type { TimelineKind } from '#src/contract/values/customer-lists.ts'
import { allKeysOfAccount } from '#src/keys/keys.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import type { EventQuery } from './event-query.ts'
import { logEvents } from './log-events.ts'
import { mailEvents, moneyEvents, ticketEvents } from './money-and-mail-events.ts'
import { refusalEvents } from './refusal-events.ts'

const pageSize = 50

export type TimelinePage = { events: CustomerEvent[]; next: number | null; partial: boolean }

/**
 * Events of a customer before a time in ms, newest first: money, keys, refused requests, mails, tickets, the account.
 * Reads one page of each source and merges the pages; events of one millisecond stay together. `partial`: the request
 * history cannot be read.
 */
export async function readTimeline(
  ctx: Platform,
  actor: Actor,
  input: { accountId: string; kind: TimelineKind | null; before: number | null; locale: Locale },
): Promise<TimelinePage> {
  const by = await requireStaff(ctx, actor, 'customer.view')
  const { accountId, kind, locale } = input
  const { db } = ctx.postgres
  const contact = await contactOf(db, accountId)
  if (!contact) throw refuse('not_found')
  await noteCustomerView(ctx, by, 'customer.view', accountId)
  const before = input.before ?? ctx.clock.now() + 1
  const isFirst = input.before === null
  const query: EventQuery = { accountId, email: contact.email, kind, before, isFirst, limit: pageSize + 1, locale }
  const keys = await allKeysOfAccount(db, accountId)
  const wants = (...kinds: TimelineKind[]) => kind === null || kinds.includes(kind)
  const refused = wants('usage') ? await refusalEvents(ctx, keys, query) : []
  const found = [
    ...(wants('money') ? await moneyEvents(ctx, query) : []),
    ...(wants('keys', 'account', 'money', 'tickets') ? await logEvents(ctx, keys, query) : []),
    ...(wants('mail') ? await mailEvents(ctx, query) : []),
    ...(wants('tickets') ? await ticketEvents(ctx, query) : []),
    ...(refused ?? []),
  ]
  return { ...cut(found), partial: refused === null }
}

function cut(found: readonly CustomerEvent[]): Pick<TimelinePage, 'events' | 'next'> {
  const sorted = found.toSorted((a, b) => b.at - a.at)
  const last = sorted[pageSize - 1]?.at
  const events = last === undefined ? sorted : sorted.filter(({ at }, turn) => turn < pageSize || at === last)
  return { events, next: events.length < sorted.length ? (events.at(-1)?.at ?? null) : null }
}
