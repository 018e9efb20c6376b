const operatorNow = {
  meta: { title: 'Now' },
} as const

export default operatorNow
