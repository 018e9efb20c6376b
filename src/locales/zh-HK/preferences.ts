import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/preferences.ts'

const preferences: Words<typeof en> = {
  meta: {
    title: '偏好設定',
    description: '設定語言、主題、升跌顏色、時區及電郵通知。',
    keywords: '偏好設定, 語言, 主題, 時區, 電郵通知',
  },
  lead: '在您登入的所有裝置上生效。',
  show: '顯示',
  language: '語言',
  theme: '主題',
  themes: { light: '淺色', dark: '深色', system: '跟隨裝置' },
  upColour: '升跌顏色',
  upColours: { auto: '預設（綠升紅跌）', green: '綠升紅跌', red: '紅升綠跌' },
  timeZone: '時區',
  notices: '電郵通知',
  usage: '每分鐘請求限額用到 80% 及 100% 時',
  expiry: '計劃到期前',
  product: '產品消息',
  always: '有關安全及訂單的電郵必定會傳送。',
  save: '儲存',
  saved: '已儲存',
}

export default preferences
