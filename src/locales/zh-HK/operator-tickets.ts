const operatorTickets = {
  meta: { title: '查詢' },
} as const

export default operatorTickets
