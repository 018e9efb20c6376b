import { addressesOf } from '#src/accounts/sessions/profile.ts'
import { refuse } from '#src/contract/errors.ts'
import {
  answerTicketRoute,
  assignTicketRoute,
  type ConsoleTicket,
  closeTicketRoute,
  consoleTicketRoute,
  consoleTicketsRoute,
  keepCannedTextRoute,
  listCannedTextsRoute,
  removeCannedTextRoute,
  reopenTicketRoute,
} from '#src/contract/operator/tickets.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Platform } from '#src/platform/platform.ts'
import { cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import { keepCannedText, listCannedTexts } from './canned-texts.ts'
import {
  answerTicket,
  assignTicket,
  closeTicket,
  listColleagues,
  listTickets,
  readTicket,
  reopenTicket,
} from './console-tickets.ts'
import type { Ticket } from './ticket.ts'

const pageSize = 50

export function mountConsoleTickets(api: Api): void {
  mountReading(api)
  mountChanges(api)
  mountCannedTexts(api)
}

function mountReading(api: Api): void {
  api.handle(consoleTicketsRoute, async (ctx, { actor, query: { state, assignee, after } }) => {
    const cursor = after === undefined ? null : readCursor(after)
    if (after !== undefined && cursor === null) throw refuse('invalid_cursor', { param: 'after' })
    const filter = { state, assigneeId: assignee === undefined ? undefined : assigneeOf(actor, assignee) }
    const { rows, total, next } = await listTickets(ctx, actor, filter, { limit: pageSize, after: cursor })
    const emails = await emailsOf(ctx, rows)
    return {
      tickets: rows.map((ticket) => ({ ...present(ticket, emails), excerpt: ticket.excerpt })),
      total,
      colleagues: await listColleagues(ctx, actor),
      next: next && cursorText(next),
    }
  })
  api.handle(consoleTicketRoute, async (ctx, { actor, params }) => {
    const { ticket, messages, recipient, others } = await readTicket(ctx, actor, params.id)
    const emails = await emailsOf(ctx, [ticket, ...others], messages)
    return {
      ...present(ticket, emails),
      version: ticket.version,
      accountId: recipient.hasAccount ? ticket.accountId : null,
      recipient: { email: recipient.email, locale: recipient.locale },
      messages: messages.map(({ author, authorId, text, at }) => ({
        ...{ author, text, at },
        email: authorId === null ? null : (emails.get(authorId) ?? authorId),
      })),
      others: others.map((other) => ({ ...present(other, emails), excerpt: other.excerpt })),
      colleagues: await listColleagues(ctx, actor),
    }
  })
}

function mountChanges(api: Api): void {
  api.handle(answerTicketRoute, (ctx, { actor, params, body }) => answerTicket(ctx, actor, { ...params, ...body }))
  api.handle(assignTicketRoute, (ctx, { actor, params, body: { version, assignee } }) =>
    assignTicket(ctx, actor, { ...params, version, assigneeId: assigneeOf(actor, assignee) }),
  )
  api.handle(closeTicketRoute, (ctx, { actor, params, body }) => closeTicket(ctx, actor, { ...params, ...body }))
  api.handle(reopenTicketRoute, (ctx, { actor, params, body }) => reopenTicket(ctx, actor, { ...params, ...body }))
}

function mountCannedTexts(api: Api): void {
  api.handle(listCannedTextsRoute, (ctx, { actor }) => listCannedTexts(ctx, actor))
  api.handle(keepCannedTextRoute, (ctx, { actor, params, body: { version, texts } }) =>
    keepCannedText(ctx, actor, { ...params, version: version ?? 'new', texts }),
  )
  api.handle(removeCannedTextRoute, (ctx, { actor, params, body }) =>
    keepCannedText(ctx, actor, { ...params, ...body, texts: null }),
  )
}

function assigneeOf({ accountId }: AccountActor, text: string): string | null {
  if (text === 'nobody') return null
  return text === 'me' ? accountId : text
}

async function emailsOf(
  ctx: Platform,
  tickets: readonly Ticket[],
  messages: readonly { authorId: string | null }[] = [],
): Promise<Map<string, string>> {
  const ids = [...tickets.map(({ assigneeId }) => assigneeId), ...messages.map(({ authorId }) => authorId)]
  const known = ids.filter((id) => id !== null)
  const found = known.length === 0 ? [] : await addressesOf(ctx.postgres.db, known)
  return new Map(found.map(({ accountId, email }) => [accountId, email]))
}

function present(ticket: Ticket, emails: ReadonlyMap<string, string>): Omit<ConsoleTicket, 'excerpt'> {
  const { id, state, name, email, assigneeId, openedAt, changedAt } = ticket
  const assignee = assigneeId === null ? null : { accountId: assigneeId, email: emails.get(assigneeId) ?? assigneeId }
  return { ...{ id, state, name, email, openedAt, changedAt }, assignee }
}
