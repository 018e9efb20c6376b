import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/contact.ts'

const contact: Words<typeof en> = {
  meta: {
    title: '联系我们',
    description: '套餐、数据、账单或企业合作，请给我们留言。周一至周五有专人回复。',
    keywords: '联系我们, 客服, 行情数据支持, 企业版',
  },
  kick: '联系我们',
  title: '给我们留言，专人回复。',
  lead: '请说明您在做什么、遇到了什么、期望的结果是什么。附上报错中的请求编号，便于我们定位。',
  name: '姓名',
  email: '邮箱',
  message: '留言内容',
  messageHint: '最多 {max} 个字符。',
  send: '提交',
  sending: '提交中…',
  success: '提交成功',
  successText: '留言编号为 {ticket}，我们会回复至 {email}。',
  another: '再写一条',
  failure: '提交失败，请检查网络',
  required: '此项为必填。',
  invalidEmail: '请输入有效的邮箱地址。',
  tooLong: '内容过长，最多 {max} 个字符。',
  withoutScript: '在本页提交需要启用 JavaScript，也可以直接写信至 {email}。',
  hours: '客服时间',
  hoursText: '周一至周五 9:00–18:00（UTC+8），周末及法定节假日休息。',
  mailLabel: '邮箱',
  enterprise: '我想了解企业版：',
  mail: {
    subject: '已收到您的留言，编号 {ticket}',
    heading: '已收到您的留言',
    lead: '您好！以此邮箱提交给 {brand} 的留言已登记，编号 {ticket}。我们会在周一至周五 9:00–18:00（UTC+8）回复。',
    footer: '您收到此邮件，是因为有人在 {brand} 的联系表单中填写了此邮箱。如非您本人操作，无需理会。',
    operatorSubject: '联系表单：编号 {ticket}',
    operatorReplied: '编号 {ticket}：客户追加了留言',
    factName: '姓名',
    factEmail: '邮箱',
    operatorFooter: '{brand} 收到的客户留言。请用“ticket answer”命令回复，勿直接回复此邮件。',
  },
}

export default contact
