/** `open` waits for the staff, `answered` for the customer; a message of the customer opens a closed one again. */
export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
