import type en from '../en-US/usage.ts'
import type { Words } from '../words.ts'

const usage: Words<typeof en> = {
  meta: {
    title: '用量',
    description: '查看密钥在本分钟、一小时、一天和一个月内的请求数和错误数。',
    keywords: 'API 用量, 请求额度, 频率限制, 错误',
  },
  lead: '与网关在响应头中返回的数字一致。',
  key: '密钥',
  minute: '本分钟',
  live: '实时',
  of: '{used} / {limit}',
  unlimited: '{used}，不限量',
  resets: '{seconds} 秒后恢复',
  idle: '全部可用',
  period: '时段',
  periods: { hour: '一小时', day: '一天', month: '一个月' },
  series: '请求数',
  total: '{requests} 次请求，{errors} 次错误',
  time: '时间（UTC）',
  requests: '请求数',
  errors: '错误数',
  none: '该时段没有请求',
  noneText: '运行密钥页面上的请求，几秒后即可在此看到。',
  csv: '导出 CSV',
  table: '查看明细',
  failed: '用量读取失败。',
  retry: '重试',
}

export default usage
