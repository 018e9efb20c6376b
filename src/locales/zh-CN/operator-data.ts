const operatorData = {
  meta: { title: '数据' },
} as const

export default operatorData
