import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/notfound.ts'

const notfound: Words<typeof en> = {
  meta: {
    title: '页面不存在',
    description: '行情数据网站没有该地址的页面。',
    keywords: '页面不存在, 行情数据 API, 文档',
  },
  title: '页面不存在',
  path: '页面不存在：{path}',
  description: '该地址没有内容，页面可能已移动，或地址输入有误。',
  home: '返回首页',
  docs: '搜索文档',
  chart: '打开图表',
}

export default notfound
