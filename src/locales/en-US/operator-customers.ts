const operatorCustomers = {
  meta: { title: 'Customers' },
} as const

export default operatorCustomers
