import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/request.ts'

const request: Words<typeof en> = {
  languages: '请求的语言',
  run: '运行',
  running: '运行中',
  waiting: '等待响应。',
  recorded: '响应示例',
  failed: '没有收到响应，请检查网络后重试。',
  left: '剩余 {remaining}/{limit} 次',
  file: '文件，共 {bytes} 字节。',
}

export default request
