import { z } from 'zod'
import { nothing } from '../account/shapes.ts'
import { locales, perLocale } from '../locale.ts'
import { defineRoute } from '../route.ts'
import { contactMessageMax } from '../site.ts'
import { ticketStates } from '../values/ticket-state.ts'
import { staffErrors } from './console.ts'

const time = z.number().describe('ms')
const person = z.object({ accountId: z.string(), email: z.string() })
export type Colleague = z.infer<typeof person>

const ticket = z.object({
  id: z.string(),
  state: z.enum(ticketStates),
  name: z.string(),
  email: z.string().describe('the address as the customer wrote it'),
  assignee: person.nullable(),
  openedAt: time,
  changedAt: time,
})
const listed = ticket.extend({ excerpt: z.string().describe('the beginning of the first message') })
export type ConsoleTicket = z.infer<typeof listed>

/** The person to whom tickets are assigned: `me`, `nobody`, or an account id. */
const assignee = z.string().trim().min(1).max(64)

export const consoleTicketsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/tickets',
  summary:
    'Tickets of customers, 50 at a time, and the staff who may answer them; open tickets oldest first, other tickets last changed first',
  auth: 'staff',
  verb: 'ticket.list',
  query: z.object({
    state: z.enum(ticketStates).optional(),
    assignee: assignee.optional().describe('`me`, `nobody` or an account id'),
    after: z.string().max(40).optional().describe('`next` of the previous page'),
  }),
  data: z.object({
    tickets: z.array(listed),
    total: z.number().describe('the number of tickets on all pages'),
    colleagues: z.array(person),
    next: z.string().nullable(),
  }),
  errors: [...staffErrors, 'invalid_cursor'],
})

const message = z.object({
  author: z.enum(['customer', 'staff']),
  email: z
    .string()
    .nullable()
    .describe('the address of the member of staff who wrote the message; null: a customer, or the command line'),
  text: z.string(),
  at: time,
})
export type ConsoleMessage = z.infer<typeof message>

const thread = ticket.extend({
  version: z.number().describe('sent back with each change: 409 `changed_meanwhile` after another change'),
  accountId: z.string().nullable().describe('null: a visitor, whom the staff answer only by mail'),
  recipient: z
    .object({ email: z.string(), locale: z.enum(locales) })
    .describe('the address and the language of answers'),
  messages: z.array(message).describe('oldest first'),
  others: z.array(listed).describe('other tickets of the same customer, the last changed first, at most 5'),
  colleagues: z.array(person).describe('the staff who may answer'),
})
export type ConsoleThread = z.infer<typeof thread>

const ticketId = z.object({ id: z.string().min(1).max(20) })
const version = z.number().int().min(0)

export const consoleTicketRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/tickets/{id}',
  summary: 'One ticket with its messages and the data of the customer',
  auth: 'staff',
  verb: 'ticket.read',
  params: ticketId,
  data: thread,
  errors: staffErrors,
})

export const answerTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/tickets/{id}/answer',
  summary: 'Mails the customer an answer and adds it to the thread',
  auth: 'staff',
  verb: 'ticket.answer',
  params: ticketId,
  body: z.object({ version, text: z.string().max(contactMessageMax), closes: z.boolean() }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'missing_parameter', 'invalid_parameter'],
})

export const assignTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/tickets/{id}/assign',
  summary: 'Gives a ticket to a person who may answer it, or to nobody',
  auth: 'staff',
  verb: 'ticket.assign',
  params: ticketId,
  body: z.object({ version, assignee }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile'],
})

export const closeTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/tickets/{id}/close',
  summary: 'Ends a ticket without an answer; the next message of the customer opens it again',
  auth: 'staff',
  verb: 'ticket.close',
  params: ticketId,
  body: z.object({ version }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict'],
})

export const reopenTicketRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/tickets/{id}/reopen',
  summary: 'Opens a closed or answered ticket again, so that it waits for the staff',
  auth: 'staff',
  verb: 'ticket.reopen',
  params: ticketId,
  body: z.object({ version }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict'],
})

const texts = z.strictObject(perLocale(() => z.string().max(contactMessageMax)))
const canned = z.object({ name: z.string(), texts, version: z.number() })
export type WireCannedText = z.infer<typeof canned>

const textName = z.object({ name: z.string().min(1).max(40) })

export const listCannedTextsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/canned-texts',
  summary: 'The stored answer texts of the staff, by name',
  auth: 'staff',
  verb: 'ticket.list',
  data: z.array(canned),
  errors: staffErrors,
})

export const keepCannedTextRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/canned-texts/{name}',
  summary: 'Stores a text in one or more languages; without a version only if the name is free',
  auth: 'staff',
  verb: 'ticket.texts',
  params: textName,
  body: z.object({ version: version.nullable(), texts }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile', 'conflict', 'missing_parameter', 'invalid_parameter'],
})

export const removeCannedTextRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/canned-texts/{name}/remove',
  summary: 'Removes a text; sent answers are kept',
  auth: 'staff',
  verb: 'ticket.texts',
  params: textName,
  body: z.object({ version }),
  data: nothing,
  errors: [...staffErrors, 'changed_meanwhile'],
})
