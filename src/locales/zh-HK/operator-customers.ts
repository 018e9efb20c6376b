const operatorCustomers = {
  meta: { title: '客戶' },
} as const

export default operatorCustomers
