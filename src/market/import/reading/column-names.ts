import type { ColumnName } from '#src/contract/data/reading.ts'

/**
 * Names of columns in other programs' files, without case, blanks and punctuation, the preferred name first. They are
 * from Alpaca, Binance, Databento, Dukascopy, HistData, Massive, MetaTrader, Nasdaq, Stooq, TradingView, Yahoo,
 * yfinance, AKShare, Tushare, BaoStock and Chinese terminals.
 */
const names: Readonly<Record<Exclude<ColumnName, 'clock'>, string>> = {
  time: `time timestamp datetime windowstart opentime gmttime localtime timeutc timeeet tradetime tsevent tsrecv
    siptimestamp participanttimestamp transacttime unix unixtime timekey eventtime ts t dt starttime bartime
    时间 時間 交易时间 交易時間 时间戳 日期时间 日期時間 成交时间 成交時間 date tradedate tradingdate day
    日期 交易日期 交易日 data datum`,
  open: 'open o openprice first 开盘 开盘价 今开 開盤 開盤價 開市 開市價 otwarcie eröffnung',
  high: 'high h highprice max 最高 最高价 最高價 najwyzszy hoch',
  low: 'low l lowprice min 最低 最低价 最低價 najnizszy tief',
  close: 'close c closeprice closelast last price 收盘 收盘价 收盤 收盤價 收市 收市價 zamkniecie schluss schlusskurs',
  volume: 'volume vol v totalvolume volumeshares shares 成交量 成交股数 wolumen volumen tickvolume tickvol',
  turnover: `turnover tu amount quotevolume quoteassetvolume volumequote volumeusd volumeusdt money 成交额 成交金额
    成交額 成交金額`,
  price: 'price p px last lastprice tradeprice 成交价 成交价格 成交價 成交價格 价格 價格',
  size: 'size s qty quantity baseqty volume vol v tradesize amount 成交量 数量 數量 手数',
  side: 'side direction takerside aggressor aggressorside isbuyermaker d 性质 买卖盘性质 方向 買賣方向',
  bid: 'bid bidprice bidpx00 bidpx bp b 买一价 买价 買價',
  ask: 'ask askprice askpx00 askpx offer ap a 卖一价 卖价 賣價',
  code: 'code ticker symbol tscode sym rawsymbol 股票代码 股票代號 代码 代碼 代號 证券代码 品种代码 合约代码',
}

/** Names of columns with only a date, or with a date and a time. */
const dates = new Set('date tradedate tradingdate day 日期 交易日期 交易日 data datum'.split(' '))

export const spellings = new Map(
  Object.entries(names).map(([column, text]) => [column as ColumnName, text.split(/\s+/)] as const),
)

export const isDateName = (key: string) => dates.has(key)

/**
 * A column's name without case, blanks and punctuation: `<OPEN>`, `Adj Close`, `Time (UTC)` → `open`, `adjclose`,
 * `timeutc`.
 */
export function keyOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_.\-/<>()[\]"':：（）#]/g, '')
}

/** Units in brackets after Chinese names, as powers of ten: `成交量(手)` counts lots of a hundred. */
const units: Readonly<Record<string, number>> = {
  股: 0,
  元: 0,
  手: 2,
  千元: 3,
  千股: 3,
  万元: 4,
  萬元: 4,
  万股: 4,
  萬股: 4,
}

/** Splits the unit off a name: `成交量(手)` → `成交量`, 2. Names without a known unit have the power 0. */
export function withUnit(name: string): { name: string; power: number } {
  const [, bare, unit] = /^(.+?)\s*[(（[]([^)）\]]+)[)）\]]\s*$/.exec(name) ?? []
  const power = unit === undefined ? undefined : units[unit.trim()]
  return bare === undefined || power === undefined ? { name, power: 0 } : { name: bare, power }
}
