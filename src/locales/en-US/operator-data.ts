const operatorData = {
  meta: { title: 'Data' },
} as const

export default operatorData
