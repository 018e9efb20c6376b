import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/tickets.ts'

const tickets: Words<typeof en> = {
  meta: {
    title: '客服工单',
    description: '您提交给客服的留言及我们的回复。',
    keywords: '客服, 工单, 留言',
  },
  lead: '您的留言与我们的回复。',
  list: '我的工单',
  none: '暂无工单',
  noneText: '您的留言和我们的回复会保存在这里。',
  number: '工单编号',
  about: '内容',
  state: '状态',
  changed: '最近更新',
  states: { open: '等待客服回复', answered: '已回复', closed: '已关闭' },
  new: '提交新工单',
  message: '留言内容',
  hint: '最多 {max} 个字符。附上报错中的请求编号，便于我们定位。',
  send: '提交',
  reply: '您的回复',
  replySend: '发送回复',
  closedHint: '该工单已关闭，回复后将重新打开。',
  thread: '对话',
  you: '您',
  staff: '客服',
  back: '全部工单',
  title: '工单 {id}',
  opened: '提交于 {date}',
  sent: '留言已提交。我们会在此处回复，并发送邮件通知您。',
}

export default tickets
