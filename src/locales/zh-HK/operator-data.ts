const operatorData = {
  meta: { title: '數據' },
} as const

export default operatorData
