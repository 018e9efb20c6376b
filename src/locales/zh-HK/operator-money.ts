const operatorMoney = {
  meta: { title: '款項' },
} as const

export default operatorMoney
