const operatorCustomers = {
  meta: { title: '客户' },
} as const

export default operatorCustomers
