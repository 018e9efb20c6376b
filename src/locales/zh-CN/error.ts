import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/error.ts'

const error: Words<typeof en> = {
  meta: {
    title: '服务器内部错误',
    description: '行情数据网站暂时无法响应，请稍后重试，或联系我们并告知发生时间。',
    keywords: '服务器错误, 行情数据 API, 重试',
  },
  title: '服务器内部错误',
  description: '服务器繁忙，请稍后再试。如持续出现，请联系我们并告知发生时间。',
  retry: '重试',
  home: '返回首页',
}

export default error
