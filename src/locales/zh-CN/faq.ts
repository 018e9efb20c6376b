import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/faq.ts'

const faq: Words<typeof en> = {
  meta: {
    title: '常见问题',
    description: '密钥、数据、额度、支付：注册前后大家常问的问题，直接回答。',
    keywords: '行情接口常见问题, 密钥泄露, 加密货币支付, 套餐升级',
  },
  lead: '注册前后，大家常问的问题。',
  more: '没有找到答案？',
  contact: '联系我们',
}

export default faq
