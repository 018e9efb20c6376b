import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/chart-market.ts'

const market: Words<typeof enUS> = {
  label: '行情',
  watchlist: '自選名單',
  toggle: '自選名單及買賣盤',
  add: '加入產品',
  addShown: '加入 {ticker}',
  remove: '從自選名單移除 {ticker}',
  empty: '名單未有產品，請按加號加入。',
  locked: '目前計劃不包括此數據',
  lockedIn: '「{plan}」計劃包括此數據',
  failed: '暫時未能讀取。',
  loading: '正在載入',
  unknown: '未能讀取此產品',
  symbol: '代號',
  last: '現價',
  change: '升跌幅',
  details: '產品詳情',
  bid: '買入價',
  ask: '賣出價',
  low: '最低',
  high: '最高',
  opened: '開市價 {price}',
  book: '買賣盤',
  levels: '{count, number} 個價位中的 {shown, number} 個',
  spread: '買賣差距',
  noBook: '此產品沒有買賣盤',
  trades: '逐筆成交',
  noTrades: '暫無成交',
  states: { regular: '交易中', pre: '開市前', after: '收市後', closed: '已收市' },
  closesIn: '{state}，尚餘 {left}',
  opensIn: '{state}，{left}後開市',
}

export default market
