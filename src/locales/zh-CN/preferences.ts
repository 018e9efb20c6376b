import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/preferences.ts'

const preferences: Words<typeof en> = {
  meta: {
    title: '偏好设置',
    description: '设置语言、主题、涨跌颜色、时区和邮件通知。',
    keywords: '偏好设置, 语言, 主题, 时区, 邮件通知',
  },
  lead: '在您登录的所有设备上生效。',
  show: '显示',
  language: '语言',
  theme: '主题',
  themes: { light: '浅色', dark: '深色', system: '跟随系统' },
  upColour: '涨跌颜色',
  upColours: { auto: '默认（红涨绿跌）', green: '绿涨红跌', red: '红涨绿跌' },
  timeZone: '时区',
  notices: '邮件通知',
  usage: '每分钟请求额度用到 80% 和 100% 时',
  expiry: '套餐到期前',
  product: '产品动态',
  always: '安全和订单相关的邮件始终会发送。',
  save: '保存',
  saved: '已保存',
}

export default preferences
