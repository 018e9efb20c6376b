import type { z } from 'zod'
import type { contactRoute } from '#src/contract/account/support.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { spendMail } from '#src/platform/mail/mail-budget.ts'
import type { Db, Platform } from '#src/platform/platform.ts'
import { acknowledgement, forOperator, type Ticket } from './ticket-mails.ts'
import * as store from './ticket-store.ts'

export type NewTicket = Omit<z.output<typeof contactRoute.body>, 'verification'> & { locale: Locale; network: string }

const perMinute = { limit: 6, windowMs: minuteMs }
const perDay = { limit: 30, windowMs: dayMs }
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const numberLength = 8

/** Limits messages per network, before any work is done. */
export async function throttleTickets(ctx: Platform, network: string): Promise<void> {
  for (const rule of [perMinute, perDay]) {
    const allowance = await ctx.limiter.take(`support:ticket:${rule.windowMs}:${network}`, rule)
    if (!allowance.allowed) throw refuse('too_often', { retryAfter: Math.ceil(allowance.resetMs / 1000) })
  }
}

/**
 * Stores the message and queues both mails in one transaction, so that a mail failure loses nothing. Over the limit of its
 * address or network the acknowledgement is omitted; the answer is the same.
 */
export async function openTicket(ctx: Platform, input: NewTicket): Promise<{ ticket: string }> {
  const { network, ...written } = input
  const ticket: Ticket = { id: ticketNumber(ctx), ...written }
  const isAcknowledged = (await spendMail(ctx, { kind: 'acknowledgement', to: ticket.email, network })) === null
  await ctx.postgres.transaction(async (tx) => {
    await store.insert(tx, { ...ticket, network, created_at: new Date(ctx.clock.now()) })
    await ctx.mail.queue(tx, forOperator(ctx.settings, ticket))
    if (isAcknowledged) await ctx.mail.queue(tx, acknowledgement(ctx.settings, ticket))
    await ctx.postgres.audit(tx, { kind: 'system', name: 'contact-form' }, 'ticket.open', ticket.id)
  })
  return { ticket: ticket.id }
}

/** Who wrote a ticket; null where there is none of that number. */
export async function addressOfTicket(db: Db, id: string): Promise<string | null> {
  return store.addressOf(db, id)
}

function ticketNumber(ctx: Platform): string {
  return Array.from({ length: numberLength }, () => letters[ctx.random.int(letters.length)]).join('')
}
