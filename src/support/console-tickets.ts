import { contactOf } from '#src/accounts/sessions/profile.ts'
import { noteCustomerView } from '#src/audit/customer-view.ts'
import { refuse } from '#src/contract/errors.ts'
import { contactMessageMax } from '#src/contract/site.ts'
import type { StaffVerb } from '#src/contract/staff/permissions.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'
import type { Actor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import type { Cursor, Paged } from '#src/platform/stores/cursor.ts'
import { requireStaff, type StaffActor } from '#src/staff/require-staff.ts'
import { accountMay, type Colleague, colleaguesFor } from '#src/staff/staff.ts'
import type { ListedTicket, Ticket } from './ticket.ts'
import { answerMail, type TicketRecipient } from './ticket-mails.ts'
import * as store from './ticket-store.ts'
import type { Thread } from './tickets.ts'

/**
 * `version`: the version of the ticket that the person read. If there is a newer version, the call is refused with
 * `changed_meanwhile`. Null: no check.
 */
export type AboutTicket = { id: string; version: number | null }

const pageMax = 100
const othersMax = 5

/**
 * A page of at most 100 tickets, and the number of all matching tickets. A list of open tickets begins with the longest
 * waiting ticket, any other list with the last changed ticket. `assigneeId` null: unassigned. Undefined fields do not
 * filter.
 */
export async function listTickets(
  ctx: Platform,
  actor: Actor,
  filter: { state?: TicketState | undefined; assigneeId?: string | null | undefined },
  page: { limit: number; after: Cursor | null },
): Promise<Paged<ListedTicket> & { total: number }> {
  await requireStaff(ctx, actor, 'ticket.list')
  const { db } = ctx.postgres
  const limit = Math.min(page.limit, pageMax)
  const [listed, total] = await Promise.all([
    store.ticketsBy(db, filter, { ...page, limit, oldestFirst: filter.state === 'open' }),
    store.countTickets(db, filter),
  ])
  return { ...listed, total }
}

/** A thread as staff see it, with the recipient of an answer and the customer's other tickets, last changed first. */
export type ConsoleThread = Thread & { recipient: TicketRecipient; others: ListedTicket[] }

/** A ticket with its messages, oldest first. Reading a ticket of an account logs a view of that customer. */
export async function readTicket(ctx: Platform, actor: Actor, id: string): Promise<ConsoleThread> {
  const by = await requireStaff(ctx, actor, 'ticket.read')
  const { db } = ctx.postgres
  const ticket = await store.ticketById(db, id)
  if (!ticket) throw refuse('not_found')
  const { accountId, email } = ticket
  if (accountId !== null) await noteCustomerView(ctx, by, 'customer.view', accountId)
  const customer = accountId === null ? { visitor: email } : { accountId }
  const { rows } = await store.ticketsBy(db, customer, { limit: othersMax + 1, after: null })
  return {
    ticket,
    messages: await store.messagesOf(db, id),
    recipient: await recipientOf(db, ticket),
    others: rows.filter((other) => other.id !== id).slice(0, othersMax),
  }
}

/** Staff who may answer tickets, sorted by address. */
export async function listColleagues(ctx: Platform, actor: Actor): Promise<Colleague[]> {
  await requireStaff(ctx, actor, 'ticket.list')
  return colleaguesFor(ctx.postgres.db, 'ticket.answer')
}

/** Assigns a ticket to a person who may answer it, or to nobody. The customer's time of waiting continues. */
export async function assignTicket(
  ctx: Platform,
  actor: Actor,
  { assigneeId, ...about }: AboutTicket & { assigneeId: string | null },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'ticket.assign')
  if (assigneeId !== null && !(await accountMay(ctx.postgres.db, assigneeId, 'ticket.answer')))
    throw refuse('staff_role_required', { param: 'assignee' })
  await change(ctx, by, 'ticket.assign', about, async (tx, { id }) => {
    await store.updateTicket(tx, id, { assigneeId })
    return { assigneeId }
  })
}

/**
 * Mails an answer in the customer's language and adds it to the thread. An unassigned ticket is assigned to the
 * answering person. `closes` closes the ticket. Markup is not interpreted; line breaks are preserved.
 */
export async function answerTicket(
  ctx: Platform,
  actor: Actor,
  { text, closes, ...about }: AboutTicket & { text: string; closes: boolean },
): Promise<void> {
  const by = await requireStaff(ctx, actor, 'ticket.answer')
  const answer = readText('text', text)
  await change(ctx, by, 'ticket.answer', about, async (tx, ticket) => {
    const at = ctx.clock.now()
    const authorId = by.kind === 'staff' ? by.accountId : null
    await store.insertMessage(tx, ticket.id, { author: 'staff', authorId, text: answer, at })
    const state = closes ? 'closed' : 'answered'
    await store.updateTicket(tx, ticket.id, { turn: { state, at }, assigneeId: ticket.assigneeId ?? authorId })
    await ctx.mail.queue(tx, answerMail(ctx, ticket, { to: await recipientOf(tx, ticket), answer }))
    return { state }
  })
}

/** Closes a ticket without an answer. The customer's next message reopens it. */
export async function closeTicket(ctx: Platform, actor: Actor, about: AboutTicket): Promise<void> {
  const by = await requireStaff(ctx, actor, 'ticket.close')
  await setState(ctx, by, 'ticket.close', about, 'closed')
}

/** Reopens a closed or answered ticket, so that it waits for the staff. */
export async function reopenTicket(ctx: Platform, actor: Actor, about: AboutTicket): Promise<void> {
  const by = await requireStaff(ctx, actor, 'ticket.reopen')
  await setState(ctx, by, 'ticket.reopen', about, 'open')
}

/** Validates a text for customers: required, and at most as long as a customer's message. */
export function readText(param: string, text: string): string {
  const read = text.trim().replaceAll('\r\n', '\n')
  if (read === '') throw refuse('missing_parameter', { param })
  if (read.length > contactMessageMax || read.includes('\0')) throw refuse('invalid_parameter', { param })
  return read
}

/** The recipient of an answer: the current address and language of the account, or else those in the ticket. */
async function recipientOf(db: Db, ticket: Ticket): Promise<TicketRecipient> {
  const owner = ticket.accountId === null ? null : await contactOf(db, ticket.accountId)
  const { email, locale } = owner ?? ticket
  return { email, locale, hasAccount: owner !== null }
}

async function setState(
  ctx: Platform,
  by: StaffActor,
  verb: StaffVerb,
  about: AboutTicket,
  state: TicketState,
): Promise<void> {
  await change(ctx, by, verb, about, async (tx, ticket) => {
    if (ticket.state === state) throw refuse('conflict')
    await store.updateTicket(tx, ticket.id, { turn: { state, at: ctx.clock.now() } })
    return { state }
  })
}

/**
 * Changes a ticket, with version check and audit row, in one transaction. `work` returns the detail of the audit row.
 */
async function change(
  ctx: Platform,
  by: StaffActor,
  verb: StaffVerb,
  { id, version }: AboutTicket,
  work: (tx: Tx, ticket: Ticket) => Promise<Record<string, unknown>>,
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const ticket = await store.ticketById(tx, id, true)
    if (!ticket) throw refuse('not_found')
    if (version !== null && ticket.version !== version) throw refuse('changed_meanwhile')
    await ctx.postgres.audit(tx, by, verb, id, await work(tx, ticket))
  })
}
