// Written by npm run sdk from the contract; do not edit.

/**
 * A time. A number of 12 digits or more is in ms, a number of 8 digits is a date, and any other number is in seconds.
 * A text is ISO 8601, in UTC if it has no zone.
 */
export type Instant = number | string | Date

export type AssetClass = 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'

export type KlineInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The interval by its name, such as 1d; required, unless `kType` is sent. */
  interval?: '1m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '1d' | '1w' | '1M' | '3m' | '10m' | '45m' | '3h' | '6h' | '8h' | '12h' | '3d' | '1Q' | '1y' | undefined
  /** The maximum number of rows; 1 to 5000; default 100. */
  limit?: number | undefined
  /** The beginning of the range, included; written like `to`. */
  from?: Instant | undefined
  /** The end of the range, included. */
  to?: Instant | undefined
  /** The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`. */
  order?: 'asc' | 'desc' | undefined
  /** `nextCursor` of the previous response. */
  cursor?: string | undefined
  /** Default none. */
  adjust?: 'none' | 'split' | 'dividend' | 'all' | undefined
  /** Stocks and funds: the sessions whose trades count; `extended`: before and after the regular session; default: `all` for intraday bars, `regular` for days and longer. */
  session?: 'regular' | 'extended' | 'all' | undefined
  /** Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York, for metals at 18:00, built from intraday bars. */
  day?: 'utc' | 'fx' | undefined
  /** Only rows of this source; bars that are built from finer bars then use only such rows. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push' | undefined
  /** The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of bars, are only returned on request; JSON always has `final`. */
  columns?: string | readonly string[] | undefined
}

export type KlinesInput = {
  class: AssetClass
  /** Up to 100 codes, separated by commas. */
  codes: string | readonly string[]
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The interval by its name, such as 1d; required, unless `kType` is sent. */
  interval?: '1m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '1d' | '1w' | '1M' | '3m' | '10m' | '45m' | '3h' | '6h' | '8h' | '12h' | '3d' | '1Q' | '1y' | undefined
  /** The maximum number of rows; 1 to 5000; default 100. */
  limit?: number | undefined
  /** The beginning of the range, included; written like `to`. */
  from?: Instant | undefined
  /** The end of the range, included. */
  to?: Instant | undefined
  /** The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`. */
  order?: 'asc' | 'desc' | undefined
  /** `nextCursor` of the previous response. */
  cursor?: string | undefined
  /** Default none. */
  adjust?: 'none' | 'split' | 'dividend' | 'all' | undefined
  /** Stocks and funds: the sessions whose trades count; `extended`: before and after the regular session; default: `all` for intraday bars, `regular` for days and longer. */
  session?: 'regular' | 'extended' | 'all' | undefined
  /** Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York, for metals at 18:00, built from intraday bars. */
  day?: 'utc' | 'fx' | undefined
  /** Only rows of this source; bars that are built from finer bars then use only such rows. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push' | undefined
  /** The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of bars, are only returned on request; JSON always has `final`. */
  columns?: string | readonly string[] | undefined
}

export type TickInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type TicksInput = {
  class: AssetClass
  /** Up to 100 codes, separated by commas. */
  codes: string | readonly string[]
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type QuoteInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type QuotesInput = {
  class: AssetClass
  /** Up to 100 codes, separated by commas. */
  codes: string | readonly string[]
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type DepthInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type SnapshotInput = {
  class: AssetClass
  /** One country; default: all countries of the plan. */
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Instruments per page; 1 to 5000; default 1000. */
  size?: number | undefined
  /** A finished trading date; returns its figures for the instruments that traded on it. */
  date?: string | undefined
  /** The adjustment of a past date, as in bars; default none. */
  adjust?: 'none' | 'split' | 'dividend' | 'all' | undefined
}

export type MoversInput = {
  class: AssetClass
  /** `active` compares turnovers in US dollars; currencies without a price in dollars come last; default gainers. */
  by?: 'gainers' | 'losers' | 'active' | undefined
  /** One country; default: all countries of the plan. */
  region?: string | undefined
  /** The maximum number of rows; 1 to 100; default 20. */
  limit?: number | undefined
}

export type DepthsInput = {
  class: AssetClass
  /** Up to 100 codes, separated by commas. */
  codes: string | readonly string[]
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type TradesInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The beginning of the range, included; written like `to`. */
  from?: Instant | undefined
  /** The end of the range, included. */
  to?: Instant | undefined
  /** The maximum number of rows; 1 to 5000; default 100. */
  limit?: number | undefined
  /** The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`. */
  order?: 'asc' | 'desc' | undefined
  /** `nextCursor` of the previous response. */
  cursor?: string | undefined
  /** Stocks and funds: only trades of this session; default `all`. */
  session?: 'regular' | 'extended' | 'all' | undefined
  /** Only rows of this source; bars that are built from finer bars then use only such rows. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push' | undefined
  /** The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of bars, are only returned on request; JSON always has `final`. */
  columns?: string | readonly string[] | undefined
}

export type BboInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The beginning of the range, included; written like `to`. */
  from?: Instant | undefined
  /** The end of the range, included. */
  to?: Instant | undefined
  /** The maximum number of rows; 1 to 5000; default 100. */
  limit?: number | undefined
  /** The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`. */
  order?: 'asc' | 'desc' | undefined
  /** `nextCursor` of the previous response. */
  cursor?: string | undefined
  /** Only rows of this source; bars that are built from finer bars then use only such rows. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push' | undefined
  /** The columns in their order, separated by commas; `source`, and `tn`, `vw`, `nt` and `final` of bars, are only returned on request; JSON always has `final`. */
  columns?: string | readonly string[] | undefined
}

export type IndicatorInput = {
  class: AssetClass
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The interval by its name, such as 1d; required, unless `kType` is sent. */
  interval?: '1m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '1d' | '1w' | '1M' | '3m' | '10m' | '45m' | '3h' | '6h' | '8h' | '12h' | '3d' | '1Q' | '1y' | undefined
  /** The maximum number of rows; 1 to 5000; default 100. */
  limit?: number | undefined
  /** The beginning of the range, included; written like `to`. */
  from?: Instant | undefined
  /** The end of the range, included. */
  to?: Instant | undefined
  /** The direction of pages, whose rows are oldest first; `asc` by default with `from`, else `desc`. */
  order?: 'asc' | 'desc' | undefined
  /** `nextCursor` of the previous response. */
  cursor?: string | undefined
  /** Default none. */
  adjust?: 'none' | 'split' | 'dividend' | 'all' | undefined
  /** Stocks and funds: the sessions whose trades count; `extended`: before and after the regular session; default: `all` for intraday bars, `regular` for days and longer. */
  session?: 'regular' | 'extended' | 'all' | undefined
  /** Forex: the end of days and longer intervals: `utc` (default) at 00:00 UTC; `fx` at 17:00 in New York, for metals at 18:00, built from intraday bars. */
  day?: 'utc' | 'fx' | undefined
  /** Only rows of this source; bars that are built from finer bars then use only such rows. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push' | undefined
  name: 'sma' | 'ema' | 'wma' | 'vwap' | 'bbi' | 'boll' | 'keltner' | 'donchian' | 'sar' | 'supertrend' | 'macd' | 'rsi' | 'kdj' | 'adx' | 'cci' | 'wr' | 'roc' | 'mtm' | 'trix' | 'ao' | 'atr' | 'stddev' | 'obv' | 'mfi' | 'cmf' | 'psy' | 'bias'
  /** Sma: default 20, ema: default 20, wma: default 20, vwap: default 0, boll: default 20, keltner: default 20, donchian: default 20, supertrend: default 10, rsi: default 14, kdj: default 9, adx: default 14, cci: default 20, wr: default 14, roc: default 12, mtm: default 12, trix: default 12, atr: default 14, stddev: default 20, mfi: default 14, cmf: default 20, psy: default 12, bias: default 6; 0 to 500. */
  period?: number | undefined
  /** Bbi: default 3; 1 to 500. */
  first?: number | undefined
  /** Bbi: default 6; 1 to 500. */
  second?: number | undefined
  /** Bbi: default 12; 1 to 500. */
  third?: number | undefined
  /** Bbi: default 24; 1 to 500. */
  fourth?: number | undefined
  /** Boll: default 2; 0.1 to 10. */
  deviation?: number | undefined
  /** Keltner: default 2, supertrend: default 3; 0.1 to 20. */
  multiplier?: number | undefined
  /** Sar: default 0.02; 0.001 to 1. */
  step?: number | undefined
  /** Sar: default 0.2; 0.01 to 1. */
  max?: number | undefined
  /** Macd: default 12, ao: default 5; 1 to 500. */
  fast?: number | undefined
  /** Macd: default 26, ao: default 34; 1 to 500. */
  slow?: number | undefined
  /** Macd: default 9; 1 to 500. */
  signal?: number | undefined
  /** Kdj: default 3; 1 to 100. */
  k?: number | undefined
  /** Kdj: default 3; 1 to 100. */
  d?: number | undefined
}

export type SymbolsInput = {
  type?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund' | undefined
  region?: string | undefined
  /** The beginning of a code, words of a name, pinyin, or any usual spelling. */
  code?: string | undefined
  /** `only`: delisted instruments only; `without`: no delisted instruments. */
  delisted?: 'only' | 'without' | undefined
  /** The maximum number of rows; with `code` at most 100; 1 to 20000; default 20000. */
  limit?: number | undefined
  cursor?: string | undefined
}

export type SymbolInput = {
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  type?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund' | undefined
}

export type HolidaysInput = {
  /** A region, exchange or MIC; default: all markets. */
  code?: string | undefined
  /** First date; default: the first known date, or without `code` the beginning of the year before last. */
  from?: Instant | undefined
  /** Last date. */
  to?: Instant | undefined
}

export type SearchInput = {
  code?: string | undefined
  type?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund' | 'all' | undefined
  region?: string | undefined
  /** The number of the page, from 1; 1 to 100000; default 1. */
  page?: number | undefined
  /** 1 to 30; default 30. */
  size?: number | undefined
}

export type MarketStatusInput = {
  /** The country, or the class forex or crypto. */
  market?: string | undefined
  /** The code or MIC of an exchange. */
  exchange?: string | undefined
}

export type ExchangesInput = {

}

export type CoverageInput = {
  type?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund' | undefined
  region?: string | undefined
}

export type ConvertInput = {
  /** The currency of the amount. */
  from: string
  /** The currency of the result. */
  to: string
  /** The amount to convert, default 1. */
  amount?: number | undefined
  /** The time of the prices; default: the newest prices. */
  at?: Instant | undefined
}

export type SplitCalendarInput = {
  /** The first day, default today (UTC). */
  from?: Instant | undefined
  /** The last day, included; default 30 days after the first. */
  to?: Instant | undefined
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type DividendCalendarInput = {
  /** The first day, default today (UTC). */
  from?: Instant | undefined
  /** The last day, included; default 30 days after the first. */
  to?: Instant | undefined
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type IpoCalendarInput = {
  /** The first day, default today (UTC). */
  from?: Instant | undefined
  /** The last day, included; default 30 days after the first. */
  to?: Instant | undefined
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type EarningsCalendarInput = {
  /** The first day, default today (UTC). */
  from?: Instant | undefined
  /** The last day, included; default 30 days after the first. */
  to?: Instant | undefined
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type CompanyInput = {
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
}

export type FundamentalsInput = {
  /** AAPL, 700, EURUSD …; lower case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted, too. */
  code: string
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
  period?: 'quarter' | 'year' | undefined
}

export type SplitsInput = {
  /** One company; default: all companies of the region. */
  code?: string | undefined
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type DividendsInput = {
  /** One company; default: all companies of the region. */
  code?: string | undefined
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type FactorsInput = {
  /** One company; default: all companies of the region. */
  code?: string | undefined
  /** The country of stocks and funds (US HK CN …; SH and SZ mean CN); ignored for forex, indices and crypto. */
  region?: string | undefined
  /** The exchange, if the code is listed on several exchanges of the region. */
  exchange?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type IposInput = {
  /** Default upcoming. */
  type?: 'upcoming' | 'recent' | undefined
  region?: string | undefined
  /** The number of the page, from 0; 0 to 100000; default 0. */
  page?: number | undefined
  /** Rows per page; 1 to 100; default 30. */
  size?: number | undefined
}

export type FilesInput = {
  type: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  /** The region, as in the other calls. */
  region: string
  /** The content of the file, default bars. */
  kind?: 'bars' | 'trades' | 'bbo' | undefined
  /** The interval of bars, default 1m. */
  interval?: '1m' | '1d' | undefined
  /** The format of the file, default csv.gz. */
  form?: 'csv.gz' | 'parquet' | undefined
  /** First UTC day; at most 366 days. */
  from?: Instant | undefined
  /** Last UTC day, default yesterday. */
  to?: Instant | undefined
}

export type LimitsInput = {

}
