const operatorNow = {
  meta: { title: '当前' },
} as const

export default operatorNow
