import { moneyEventsOf } from '#src/billing/accounting/customer-money.ts'
import { formatMicro } from '#src/contract/money.ts'
import type { CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import { mailsTo } from '#src/platform/mail/requeue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { ticketsOf } from '#src/support/tickets.ts'
import type { EventQuery } from './event-query.ts'

const ticketsMax = 100

export async function moneyEvents(
  ctx: Platform,
  { accountId, before, limit, locale }: EventQuery,
): Promise<CustomerEvent[]> {
  const events = await moneyEventsOf(ctx.postgres.db, accountId, { before, limit })
  return events.map(({ id, at, what, micro, left, planId, planEdition, ...facts }) => {
    const plan = planId === null ? null : catalogueOf(ctx).planById(planId, planEdition ?? undefined)
    return {
      ...{ id, at, what, kind: 'money', by: null },
      amount: micro === null ? null : formatMicro(micro),
      left: left === null ? null : formatMicro(left),
      facts: { ...facts, plan: plan && planName(plan, locale) },
    }
  })
}

export async function mailEvents(ctx: Platform, { email, before, limit }: EventQuery): Promise<CustomerEvent[]> {
  const mails = await mailsTo(ctx.postgres.db, email, { before, limit })
  return mails.map(({ id, kind, status, createdAt, error }) => ({
    ...{ id: `mail ${id}`, at: createdAt, kind: 'mail', what: `mail.${status}`, by: null, amount: null, left: null },
    facts: { mailId: id, mail: kind, error },
  }))
}

export async function ticketEvents(ctx: Platform, { accountId, before }: EventQuery): Promise<CustomerEvent[]> {
  const tickets = await ticketsOf(ctx.postgres.db, accountId, undefined, ticketsMax)
  return tickets
    .filter(({ openedAt }) => openedAt < before)
    .map(({ id, openedAt, excerpt, state }) => ({
      ...{ id: `ticket ${id}`, at: openedAt, kind: 'tickets', what: 'ticket', by: null, amount: null, left: null },
      facts: { ticketId: id, excerpt, state },
    }))
}
