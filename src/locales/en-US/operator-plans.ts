const operatorPlans = {
  meta: { title: 'Plans' },
} as const

export default operatorPlans
