import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/request.ts'

const request: Words<typeof en> = {
  languages: '請求的語言',
  run: '執行',
  running: '執行中',
  waiting: '等待回應。',
  recorded: '回應示例',
  failed: '未收到回應，請檢查網絡後再試。',
  left: '剩餘 {remaining}/{limit} 次',
  file: '檔案，共 {bytes} 位元組。',
}

export default request
