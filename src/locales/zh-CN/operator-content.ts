const operatorContent = {
  meta: { title: '内容' },
} as const

export default operatorContent
