const operatorMoney = {
  meta: { title: 'Money' },
} as const

export default operatorMoney
