const operatorContent = {
  meta: { title: '內容' },
} as const

export default operatorContent
