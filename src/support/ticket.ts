import type { Locale } from '#src/contract/locale.ts'
import type { TicketState } from '#src/contract/values/ticket-state.ts'

/**
 * A thread of messages with one customer. `accountId` null: a visitor, who is answered only by mail. `locale`:
 * language of the page on which the ticket was written. `version` increases with each change. `waitingSince`: when the
 * ticket began to wait for the staff; null if it does not. Times in ms.
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
  waitingSince: number | null
}

/** A ticket in a list. `excerpt`: the beginning of its first message. */
export type ListedTicket = Ticket & { excerpt: string }

/** `authorId`: the staff member who wrote it; null for customers and the command line. */
export type TicketMessage = {
  author: 'customer' | 'staff'
  authorId: string | null
  text: string
  at: number
}
