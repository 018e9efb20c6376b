const operatorTickets = {
  meta: { title: '工单' },
} as const

export default operatorTickets
