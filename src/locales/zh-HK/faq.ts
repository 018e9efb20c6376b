import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/faq.ts'

const faq: Words<typeof en> = {
  meta: {
    title: '常見問題',
    description: '密鑰、數據、限額、付款：註冊前後常被問到的問題，直接解答。',
    keywords: '行情 API 常見問題, 密鑰外洩, 加密貨幣付款, 計劃升級',
  },
  lead: '註冊前後，大家常問的問題。',
  more: '找不到答案？',
  contact: '聯絡我們',
}

export default faq
