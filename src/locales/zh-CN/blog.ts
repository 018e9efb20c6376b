import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/blog.ts'

const blog: Words<typeof en> = {
  meta: {
    title: '博客',
    description: '行情数据的真实脾气，以及怎样写出不踩坑的程序。来自运营这项服务的团队。',
    keywords: '行情数据博客, K 线, WebSocket, 复权, 限流',
  },
  lead: '行情数据的真实脾气，以及怎样写出不踩坑的程序。',
  none: '暂无文章',
  noneText: '服务的改动见<changelog>更新日志</changelog>。',
  minutes: '约 {minutes, number} 分钟',
  feed: 'RSS 订阅',
  all: '全部文章',
  more: '继续阅读',
  sample: '示例',
  others: '更多文章',
}

export default blog
