import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/notfound.ts'

const notfound: Words<typeof en> = {
  meta: {
    title: '找不到頁面',
    description: '行情數據網站沒有此網址的頁面。',
    keywords: '找不到頁面, 行情數據 API, 文件',
  },
  title: '找不到頁面',
  path: '找不到頁面：{path}',
  description: '此網址沒有內容，頁面可能已經搬移，或網址輸入有誤。',
  home: '返回主頁',
  docs: '搜尋文件',
  chart: '開啟圖表',
}

export default notfound
