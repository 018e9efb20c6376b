import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/blog.ts'

const blog: Words<typeof en> = {
  meta: {
    title: '網誌',
    description: '服務動態，以及運用數據的文章，由營運團隊撰寫。',
    keywords: '行情數據網誌, K 線, WebSocket, 調整價格, 請求限額',
  },
  lead: '服務動態，以及運用數據的文章。',
  none: '暫無文章',
  noneText: '服務的改動見<changelog>更新紀錄</changelog>。',
  minutes: '約 {minutes, number} 分鐘',
  feed: 'RSS 訂閱',
  all: '所有文章',
  more: '繼續閱讀',
  sample: '範例',
  others: '更多文章',
}

export default blog
