import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/blog.ts'

const blog: Words<typeof en> = {
  meta: {
    title: '博客',
    description: '服务动态，以及数据使用方面的文章，由服务运营团队撰写。',
    keywords: '行情数据博客, K 线, WebSocket, 复权, 限流',
  },
  lead: '服务动态，以及数据使用方面的文章。',
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
