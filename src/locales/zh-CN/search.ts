import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/search.ts'

const search: Words<typeof en> = {
  title: '搜索页面、文档与品种',
  placeholder: '页面、接口、参数、品种代码',
  close: '关闭',
  retry: '重试',
  failed: '搜索没有响应。',
  none: '没有找到“{query}”。',
  hint: '试试单个词、品种代码（如 AAPL）或错误名（如 rate_limited）。',
  count: '{count, plural, =0 {没有结果} other {# 条结果}}',
  more: '{count, plural, other {还有 # 条}}',
  move: '移动',
  open: '打开',
  contact: '没有找到？联系我们',
  visitor: '未登录时只能搜索演示品种。',
  symbolsFailed: '暂时无法搜索品种。',
  groups: {
    all: '全部',
    docs: '文档',
    symbols: '品种',
    keys: '您的密钥',
    pages: '页面',
  },
  kinds: {
    page: '页面',
    product: '产品',
    article: '博客',
    account: '账号',
    stock: '股票',
    indices: '指数',
    forex: '外汇',
    crypto: '加密货币',
    future: '期货',
    fund: '基金',
  },
  keyStatus: {
    normal: '正常',
    expiring: '即将到期',
    expired: '已到期',
  },
}

export default search
