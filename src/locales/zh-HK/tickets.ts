import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/tickets.ts'

const tickets: Words<typeof en> = {
  meta: {
    title: '客戶服務個案',
    description: '您提交予客戶服務的留言及我們的回覆。',
    keywords: '客戶服務, 個案, 留言',
  },
  lead: '您的留言與我們的回覆。',
  list: '我的個案',
  none: '暫無個案',
  noneText: '您的留言及我們的回覆會保存於此。',
  number: '個案編號',
  about: '內容',
  state: '狀態',
  changed: '最近更新',
  states: { open: '等候客戶服務回覆', answered: '已回覆', closed: '已關閉' },
  new: '提交新個案',
  message: '留言內容',
  hint: '最多 {max} 個字元。附上錯誤訊息中的請求編號，方便我們追查。',
  send: '提交',
  reply: '您的回覆',
  replySend: '傳送回覆',
  closedHint: '此個案已關閉，回覆後會重新開啟。',
  thread: '對話',
  you: '您',
  staff: '客戶服務',
  back: '全部個案',
  title: '個案 {id}',
  opened: '提交於 {date}',
  sent: '留言已提交。我們會在此回覆，並以電郵通知您。',
}

export default tickets
