import type { Locale } from '#src/contract/locale.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'

/**
 * A thread of messages with one customer. `accountId` null: a visitor, who is answered by mail alone. `locale`: of the page that
 * the ticket was written on. `version` rises with each change. Times in ms.
 */
export type Ticket = {
  id: string
  accountId: string | null
  name: string
  email: string
  locale: Locale
  state: TicketState
  assigneeId: string | null
  version: number
  openedAt: number
  changedAt: number
}

/** A ticket in a list; `excerpt`: the beginning of its first message. */
export type ListedTicket = Ticket & { excerpt: string }

/** `authorId`: whoever of the staff wrote it; null for customers and for the command line. */
export type TicketMessage = {
  author: 'customer' | 'staff'
  authorId: string | null
  text: string
  at: number
}
