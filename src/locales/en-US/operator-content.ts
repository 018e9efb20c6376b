const operatorContent = {
  meta: { title: 'Content' },
} as const

export default operatorContent
