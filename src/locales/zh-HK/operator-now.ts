const operatorNow = {
  meta: { title: '現況' },
} as const

export default operatorNow
