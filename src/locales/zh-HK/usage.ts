import type en from '../en-US/usage.ts'
import type { Words } from '../words.ts'

const usage: Words<typeof en> = {
  meta: {
    title: '用量',
    description: '查看密鑰於本分鐘、一小時、一日及一個月內的請求數及錯誤數。',
    keywords: 'API 用量, 請求限額, 頻率限制, 錯誤',
  },
  lead: '與閘道在回應標頭中傳回的數字一致。',
  key: '密鑰',
  minute: '本分鐘',
  live: '即時',
  of: '{used} / {limit}',
  unlimited: '{used}，不限量',
  resets: '{seconds} 秒後恢復',
  idle: '全部可用',
  period: '時段',
  periods: { hour: '一小時', day: '一日', month: '一個月' },
  series: '請求數',
  total: '{requests} 次請求，{errors} 次錯誤',
  time: '時間（UTC）',
  requests: '請求數',
  errors: '錯誤數',
  none: '此時段沒有請求',
  noneText: '執行密鑰頁面上的請求，數秒後便會在此顯示。',
  csv: '匯出 CSV',
  table: '查看明細',
  failed: '未能讀取用量。',
  retry: '再試一次',
}

export default usage
