/** `open`: the staff has to answer; `answered`: the customer has to. A customer's message reopens a closed ticket. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
