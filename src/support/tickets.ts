import { canonicalAddress } from '#src/accounts/account/address.ts'
import { type Contact, contactOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { spendMail } from '#src/platform/mail/mail-budget.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import type { Cursor, Paged } from '#src/platform/stores/cursor.ts'
import type { ListedTicket, Ticket, TicketMessage } from './ticket.ts'
import { acknowledgement, noticeForOperator } from './ticket-mails.ts'
import * as store from './ticket-store.ts'

/** `actor`: the signed-in account, if any. */
export type NewTicket = {
  name: string
  email: string
  message: string
  locale: Locale
  network: string
  actor: AccountActor | null
}
export type Thread = { ticket: Ticket; messages: TicketMessage[] }

const perMinute = { limit: 6, windowMs: minuteMs }
const perDay = { limit: 30, windowMs: dayMs }
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const numberLength = 8

/** Limits the messages of a writer. `writer`: the network of a visitor, or an account. */
export async function throttleTickets(ctx: Platform, writer: string): Promise<void> {
  for (const rateLimit of [perMinute, perDay]) {
    const allowance = await ctx.limiter.take(`support:ticket:${rateLimit.windowMs}:${writer}`, rateLimit)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
  }
}

/**
 * Stores the message and queues both mails in one transaction, so that a mail failure loses nothing. Over the limit
 * of the address or network, only the acknowledgement is omitted. The ticket belongs to the signed-in account if the
 * ticket names the account's address; any other address is unproven.
 */
export async function openTicket(ctx: Platform, input: NewTicket): Promise<{ ticket: string }> {
  const { actor, name, message, locale, network } = input
  const email = canonicalAddress(input.email) ?? input.email
  const owner = actor && (await contactOf(ctx.postgres.db, actor.accountId))
  const ticket = newTicket(ctx, { name, email, locale, owner: owner?.email === email ? owner : null })
  const isAcknowledged = (await spendMail(ctx, { kind: 'acknowledgement', to: email, network })) === null
  await ctx.postgres.transaction(async (tx) => {
    await store.insertTicket(tx, ticket, network)
    await store.insertMessage(tx, ticket.id, written(ticket, message))
    await ctx.mail.queue(tx, noticeForOperator(ctx, ticket, message, 'opened'))
    if (isAcknowledged) await ctx.mail.queue(tx, acknowledgement(ctx, ticket))
    const by = ticket.accountId && actor ? actor : ({ kind: 'system', name: 'contact-form' } as const)
    await ctx.postgres.audit(tx, by, 'ticket.open', ticket.id)
  })
  return { ticket: ticket.id }
}

/** Opens a ticket from the account area. `locale`: language of the page. */
export async function openOwnTicket(
  ctx: Platform,
  actor: AccountActor,
  input: { message: string; locale: Locale; network: string },
): Promise<{ ticket: string }> {
  const owner = await contactOf(ctx.postgres.db, actor.accountId)
  if (!owner) throw refuse('not_signed_in')
  return openTicket(ctx, { ...input, name: owner.email, email: owner.email, actor })
}

/**
 * Adds a message of the customer. An answered or closed ticket waits for the staff again. The mail to them names the
 * current address of the account.
 */
export async function replyToTicket(
  ctx: Platform,
  actor: AccountActor,
  { id, message }: { id: string; message: string },
): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const ticket = await store.ticketById(tx, id, true)
    if (ticket?.accountId !== actor.accountId) throw refuse('not_found')
    const at = ctx.clock.now()
    const email = (await contactOf(tx, actor.accountId))?.email ?? ticket.email
    const name = ticket.name === ticket.email ? email : ticket.name
    await store.insertMessage(tx, id, { author: 'customer', authorId: null, text: message, at })
    await store.updateTicket(tx, id, { turn: { state: 'open', at } })
    await ctx.mail.queue(tx, noticeForOperator(ctx, { ...ticket, email, name }, message, 'replied'))
    await ctx.postgres.audit(tx, actor, 'ticket.reply', id)
  })
}

/** A page of the customer's tickets, last changed first. */
export async function ownTickets(
  ctx: Platform,
  { accountId }: AccountActor,
  page: { limit: number; after: Cursor | null },
): Promise<Paged<ListedTicket>> {
  return store.ticketsBy(ctx.postgres.db, { accountId }, page)
}

export async function ownThread(ctx: Platform, { accountId }: AccountActor, id: string): Promise<Thread> {
  const { db } = ctx.postgres
  const ticket = await store.ticketById(db, id)
  if (ticket?.accountId !== accountId) throw refuse('not_found')
  return { ticket, messages: await store.messagesOf(db, id) }
}

/** Tickets of an account, last changed first, for code outside `src/support`. */
export async function ticketsOf(
  db: Db,
  accountId: string,
  state: TicketState | undefined,
  limit: number,
): Promise<ListedTicket[]> {
  return (await store.ticketsBy(db, { accountId, state }, { limit, after: null })).rows
}

/** The writer of a ticket, whose `accountId` is null for a visitor. Null if the ticket does not exist. */
export async function writerOfTicket(db: Db, id: string): Promise<Pick<Ticket, 'accountId' | 'email'> | null> {
  return store.ticketById(db, id)
}

/** Numbers of the tickets of an account, and of tickets that a visitor wrote with one of its proven addresses. */
export async function ticketIdsOf(db: Db, accountId: string, addresses: readonly string[]): Promise<string[]> {
  return store.ticketIdsOf(db, accountId, addresses)
}

type Written = Pick<NewTicket, 'name' | 'email' | 'locale'> & { owner: Contact | null }

function newTicket(ctx: Platform, { name, email, locale, owner }: Written): Ticket {
  const at = ctx.clock.now()
  const accountId = owner?.id ?? null
  return {
    id: Array.from({ length: numberLength }, () => letters[ctx.random.int(letters.length)]).join(''),
    ...{ accountId, name, email, locale, state: 'open', assigneeId: null, version: 0, openedAt: at, changedAt: at },
    waitingSince: at,
  }
}

function written({ openedAt }: Ticket, text: string): TicketMessage {
  return { author: 'customer', authorId: null, text, at: openedAt }
}
