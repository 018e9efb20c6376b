import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/contact.ts'

const contact: Words<typeof en> = {
  meta: {
    title: '聯絡我們',
    description: '計劃、數據、帳單或企業合作，歡迎留言。星期一至五有專人回覆。',
    keywords: '聯絡我們, 客戶服務, 行情數據支援, 企業版',
  },
  kick: '聯絡我們',
  title: '給我們留言，專人回覆。',
  lead: '請說明您正在做甚麼、遇到甚麼情況、期望的結果。附上錯誤訊息中的請求編號，方便我們追查。',
  name: '姓名',
  email: '電郵',
  message: '留言內容',
  messageHint: '最多 {max} 個字元。',
  send: '提交',
  sending: '提交中…',
  success: '提交成功',
  successText: '留言編號為 {ticket}，我們會回覆至 {email}。',
  another: '再寫一則',
  failure: '提交失敗，請檢查網絡',
  required: '請填寫此欄。',
  invalidEmail: '請輸入有效的電郵地址。',
  tooLong: '內容過長，最多 {max} 個字元。',
  withoutScript: '在本頁提交須啟用 JavaScript，亦可直接電郵至 {email}。',
  hours: '服務時間',
  hoursText: '星期一至五 9:00–18:00（UTC+8），週末及公眾假期休息。',
  mailLabel: '電郵',
  enterprise: '我想了解企業版：',
  mail: {
    subject: '已收到您的留言，編號 {ticket}',
    heading: '已收到您的留言',
    lead: '您好！以此電郵地址提交予 {brand} 的留言已登記，編號 {ticket}。我們會於星期一至五 9:00–18:00（UTC+8）回覆。',
    footer: '您收到此電郵，是因為有人在 {brand} 的聯絡表格填寫了此電郵地址。如非您本人操作，毋須理會。',
    operatorSubject: '聯絡表格：編號 {ticket}',
    operatorReplied: '編號 {ticket}：客戶再次留言',
    factName: '姓名',
    factEmail: '電郵',
    operatorFooter: '{brand} 收到的客戶留言。請以「ticket answer」指令回覆，切勿直接回覆此電郵。',
  },
}

export default contact
