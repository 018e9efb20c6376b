const operatorMoney = {
  meta: { title: '资金' },
} as const

export default operatorMoney
