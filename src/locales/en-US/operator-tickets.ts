const operatorTickets = {
  meta: { title: 'Tickets' },
} as const

export default operatorTickets
