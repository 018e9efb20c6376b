import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-market.ts'

const market: Words<typeof enUS> = {
  label: '行情',
  watchlist: '自选列表',
  toggle: '自选列表与盘口',
  add: '添加品种',
  addShown: '添加 {ticker}',
  remove: '将 {ticker} 移出自选列表',
  empty: '列表为空，点击加号添加品种。',
  locked: '当前套餐不含此数据',
  lockedIn: '“{plan}”套餐包含此数据',
  failed: '暂时无法读取。',
  loading: '正在加载',
  unknown: '未能读取该品种',
  symbol: '代码',
  last: '最新价',
  change: '涨跌幅',
  details: '品种详情',
  bid: '买一',
  ask: '卖一',
  low: '最低',
  high: '最高',
  opened: '今开 {price}',
  book: '盘口',
  levels: '{count, number} 档中的 {shown, number} 档',
  spread: '价差',
  noBook: '该品种暂无盘口',
  trades: '逐笔成交',
  noTrades: '暂无成交',
  states: { regular: '交易中', pre: '盘前', after: '盘后', closed: '已收市' },
  closesIn: '{state}，剩余 {left}',
  opensIn: '{state}，{left}后开市',
}

export default market
