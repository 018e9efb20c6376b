const operatorPlans = {
  meta: { title: '套餐' },
} as const

export default operatorPlans
