import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { contactMessageMax } from '../site.ts'
import { isVisible } from '../values/human-name.ts'
import { ticketStates } from '../values/ticket-state.ts'

/** A ticket; times in ms. `excerpt`: the beginning of the first message. */
const ticketSchema = z.object({
  id: z.string(),
  state: z.enum(ticketStates),
  openedAt: z.number(),
  changedAt: z.number(),
})
const listedTicket = ticketSchema.extend({ excerpt: z.string() })
export type WireTicket = z.infer<typeof listedTicket>

const messageSchema = z.object({ author: z.enum(['customer', 'staff']), text: z.string(), at: z.number() })

const ticketId = z.object({ id: z.string().min(1).max(20) })
const message = z.string().trim().max(contactMessageMax).refine(isVisible)

export const listTicketsRoute = defineRoute({
  method: 'GET',
  path: '/api/tickets',
  summary: 'Tickets of this account, the last changed first, 20 at a time',
  auth: 'session',
  query: z.object({ after: z.string().max(40).optional().describe('`next` of the previous page') }),
  data: z.object({ tickets: z.array(listedTicket), next: z.string().nullable() }),
  errors: ['invalid_cursor'],
})

export const readTicketRoute = defineRoute({
  method: 'GET',
  path: '/api/tickets/{id}',
  summary: 'One ticket with its messages, oldest first',
  auth: 'session',
  params: ticketId,
  data: ticketSchema.extend({ messages: z.array(messageSchema) }),
  errors: ['not_found'],
})

export const openTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/tickets',
  summary: 'Sends a message to support; returns the number of the ticket',
  auth: 'session',
  body: z.strictObject({ message }),
  data: z.object({ ticket: z.string() }),
  errors: ['invalid_parameter', 'too_often'],
})

export const replyTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/tickets/{id}/reply',
  summary: 'Adds a message to a ticket',
  auth: 'session',
  params: ticketId,
  body: z.strictObject({ message }),
  data: z.object({}),
  errors: ['not_found', 'invalid_parameter', 'too_often'],
})
