/** `ours`: the words of our pages, in each language. `also`: other words for the same, as people type them. */
type Meaning = { ours: readonly string[]; also: readonly string[] }

const meanings: readonly Meaning[] = [
  {
    ours: ['limits', 'rate limit', '额度', '限額'],
    also: ['rate limiting', 'throttling', 'throttle', 'quota', '限流', '限频', '限速', '频率限制', '頻率限制'],
  },
  {
    ours: ['depth', 'order book', '盘口', '買賣盤'],
    also: ['orderbook', 'level 2', 'level2', 'l2', '买卖盘', '五档', '五檔', '深度'],
  },
  { ours: ['receipt', '收据', '收據'], also: ['invoice', 'invoices', 'bill', '发票', '發票', '账单', '帳單'] },
  { ours: ['stream', 'websocket', '推送', '串流'], also: ['web socket', 'sockets', '长连接'] },
  {
    ours: ['gaps and resuming', '断线续传', '續傳'],
    also: ['reconnect', 'reconnection', 'resume', '断线', '断线重连', '重连', '斷線', '斷線重連', '重連', '重新連線'],
  },
  { ours: ['close codes', '关闭码', '關閉代碼'], also: ['disconnected', 'disconnect', '断开', '斷開'] },
  { ours: ['refunded', 'refund', '退款'], also: ['money back', '退钱', '退錢'] },
  {
    ours: ['delete my account', '注销账号', '刪除帳戶'],
    also: ['delete account', 'close account', 'cancel account', '删除账号', '註銷帳戶'],
  },
  {
    ours: ['get your own key', '获取自己的密钥', '領取自己的密鑰'],
    also: ['api key', 'create key', 'sign up', '获取密钥', '申请密钥', '申請密鑰', '取得密鑰', '領取密鑰'],
  },
  {
    ours: ['kline', 'bars', 'k 线', 'k 線'],
    also: ['candles', 'candlesticks', 'candlestick', 'ohlc', 'ohlcv', '陰陽燭', '蜡烛图'],
  },
  { ours: ['formats', '格式'], also: ['excel', 'spreadsheet', 'csv', '表格'] },
  { ours: ['adjustment', '复权', '調整'], also: ['adjusted', 'split adjusted', '前复权', '復權', '前復權'] },
  { ours: ['intervals', '周期', '週期'], also: ['timeframe', 'timeframes', 'resolution'] },
  { ours: ['client libraries', '客户端库', '用戶端程式庫'], also: ['sdk', 'client library'] },
  { ours: ['demo key', '演示密钥', '示範密鑰'], also: ['trial', 'free trial', 'test key', '试用', '試用'] },
  {
    ours: ['times', '时间', '時間'],
    also: ['time zone', 'timezone', 'timestamp', 'timestamps', '时区', '时间戳', '時區', '時間戳'],
  },
  { ours: ['delay', '延迟', '延遲'], also: ['delayed', 'real time', 'real-time', 'realtime'] },
  { ours: ['coupons', '优惠码', '優惠碼'], also: ['promo code', 'discount code', 'voucher', '优惠券', '優惠券'] },
  { ours: ['key has leaked', '泄露', '外洩'], also: ['compromised', 'stolen key', '泄漏', '洩漏'] },
  { ours: ['reset', '重置', '重設'], also: ['rotate', 'rotation'] },
  {
    ours: ['holidays', '休市', '假期'],
    also: ['trading calendar', 'market hours', 'trading hours', '交易日历', '交易日曆'],
  },
  { ours: ['dividends', '分红', '派息'], also: ['股息'] },
  { ours: ['fundamentals', '基本面'], also: ['financials', 'balance sheet', '财务', '財務'] },
  {
    ours: ['whole days', '整日', '全日'],
    also: ['bulk', 'flat files', 'download', '下载', '下載', '批量下载', '批量下載'],
  },
  { ours: ['symbols', '品种代码', '產品代號'], also: ['ticker', 'tickers', '股票代码', '股票代號'] },
  { ours: ['paging', '翻页', '分頁'], also: ['pagination', 'next page', '分页', '翻頁'] },
  { ours: ['mcp', '助手'], also: ['claude', 'chatgpt', 'llm', 'ai', '大模型', '人工智能'] },
  { ours: ['changelog', '更新日志', '更新紀錄'], also: ['release notes', 'what is new', '更新记录'] },
]

/** The question, and the same question in the words of our pages. */
export function variantsOf(question: string): string[] {
  const text = ` ${question.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')} `
  const variants = new Set<string>()
  for (const { ours, also } of meanings) {
    const said = [...ours, ...also]
      .filter((phrase) => text.includes(isHan(phrase) ? phrase : ` ${phrase} `))
      .sort((a, b) => b.length - a.length)[0]
    if (said === undefined) continue
    for (const phrase of ours) if (phrase !== said) variants.add(text.replace(said, ` ${phrase} `).trim())
  }
  return [question, ...variants]
}

function isHan(phrase: string): boolean {
  return /\p{Script=Han}/u.test(phrase)
}
