import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/error.ts'

const error: Words<typeof en> = {
  meta: {
    title: '伺服器內部錯誤',
    description: '行情數據網站暫時未能回應，請稍後再試，或聯絡我們並告知發生時間。',
    keywords: '伺服器錯誤, 行情數據 API, 再試',
  },
  title: '伺服器內部錯誤',
  description: '伺服器繁忙，請稍後再試。如情況持續，請聯絡我們並告知發生時間。',
  retry: '再試一次',
  home: '返回主頁',
}

export default error
