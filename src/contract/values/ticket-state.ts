/** `open`: the staff must reply. `answered`: the customer must reply. A customer's message reopens a closed ticket. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
