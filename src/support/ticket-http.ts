import { listTicketsRoute, openTicketRoute, readTicketRoute, replyTicketRoute } from '#src/contract/account/tickets.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Api } from '#src/platform/http/api.ts'
import { type Cursor, cursorText, readCursor } from '#src/platform/stores/cursor.ts'
import type { Ticket } from './ticket.ts'
import { openOwnTicket, ownThread, ownTickets, replyToTicket, throttleTickets } from './tickets.ts'

const pageSize = 20

export function mountTickets(api: Api): void {
  api.handle(listTicketsRoute, async (ctx, { actor, query }) => {
    const page = { limit: pageSize, after: cursorOf(query.after) }
    const { rows, next } = await ownTickets(ctx, actor, page)
    return {
      tickets: rows.map((ticket) => ({ ...presentTicket(ticket), excerpt: ticket.excerpt })),
      next: next && cursorText(next),
    }
  })
  api.handle(readTicketRoute, async (ctx, { actor, params }) => {
    const { ticket, messages } = await ownThread(ctx, actor, params.id)
    return { ...presentTicket(ticket), messages: messages.map(({ author, text, at }) => ({ author, text, at })) }
  })
  api.handle(openTicketRoute, async (ctx, { actor, body, locale, client }) => {
    await throttleTickets(ctx, actor.accountId)
    return openOwnTicket(ctx, actor, { ...body, locale, network: client.address })
  })
  api.handle(replyTicketRoute, async (ctx, { actor, params, body }) => {
    await throttleTickets(ctx, actor.accountId)
    await replyToTicket(ctx, actor, { ...params, ...body })
  })
}

function cursorOf(after: string | undefined): Cursor | null {
  const cursor = after === undefined ? null : readCursor(after)
  if (after !== undefined && cursor === null) throw refuse('invalid_cursor', { param: 'after' })
  return cursor
}

function presentTicket({ id, state, openedAt, changedAt }: Ticket) {
  return { id, state, openedAt, changedAt }
}
