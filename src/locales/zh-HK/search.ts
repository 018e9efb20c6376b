import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/search.ts'

const search: Words<typeof en> = {
  title: '搜尋頁面、文件及代號',
  placeholder: '頁面、API、參數、代號',
  close: '關閉',
  retry: '重試',
  failed: '搜尋沒有回應。',
  none: '找不到「{query}」。',
  hint: '試試單一個詞、代號（例如 AAPL）或錯誤名稱（例如 rate_limited）。',
  count: '{count, plural, =0 {沒有結果} other {# 項結果}}',
  more: '{count, plural, other {還有 # 項}}',
  move: '移動',
  open: '開啟',
  contact: '找不到？聯絡我們',
  visitor: '未登入時只可搜尋示範代號。',
  symbolsFailed: '暫時未能搜尋代號。',
  groups: {
    all: '全部',
    docs: '文件',
    symbols: '代號',
    keys: '您的密鑰',
    pages: '頁面',
  },
  kinds: {
    page: '頁面',
    product: '產品',
    article: '網誌',
    account: '帳戶',
    stock: '股票',
    indices: '指數',
    forex: '外匯',
    crypto: '加密貨幣',
    future: '期貨',
    fund: '基金',
  },
  keyStatus: {
    normal: '正常',
    expiring: '即將到期',
    expired: '已到期',
  },
}

export default search
