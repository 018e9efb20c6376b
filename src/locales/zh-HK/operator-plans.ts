const operatorPlans = {
  meta: { title: '計劃' },
} as const

export default operatorPlans
