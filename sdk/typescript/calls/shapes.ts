// Written by npm run sdk from the contract; do not edit.

export type Bar = {
  /** The beginning of the bar, ms UTC; for days and longer: 00:00 UTC of the trading date. */
  t: number
  /** In the quote currency. */
  o: number
  /** In the quote currency. */
  h: number
  /** In the quote currency. */
  l: number
  /** In the quote currency. */
  c: number
  v: number
  /** Turnover, 0 where unknown. */
  tu: number
  /** Turnover, null where unknown; only with `columns`. */
  tn?: number | null
  /** Average price of the stored trades, weighted by volume; null without trades; only with `columns`. */
  vw?: number | null
  /** Number of the stored trades; null without trades; only with `columns`. */
  nt?: number | null
  /** Only with `columns`. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push'
  /** Only on the running bar, which is the last row. */
  final?: false
}

export type Tick = {
  s: string
  r: string
  /** In the quote currency. */
  ld: number
  /** In ms, UTC. */
  t: number
  v: number
  /** Session: 0 regular, 1 pre-market, 2 after hours. */
  te: number
}

export type Quote = {
  s: string
  r: string
  /** In the quote currency. */
  ld: number
  /** In the quote currency. */
  o: number
  /** Previous close. */
  p: number
  /** In the quote currency. */
  h: number
  /** In the quote currency. */
  l: number
  /** In ms, UTC. */
  t: number
  v: number
  tu: number
  /** State: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker. */
  ts: number
  ch: number
  /** In percent. */
  chp: number
}

export type Level = {
  po: number
  /** In the quote currency. */
  p: number
  v: number
  o: number
}

export type Depth = {
  s: string
  r: string
  /** In ms, UTC. */
  t: number
  a: Level[]
  b: Level[]
}

export type Movers = {
  content: Quote[]
}

export type Trade = {
  /** In ms, UTC. */
  t: number
  /** In the quote currency. */
  p: number
  v: number
  /** Side: 0 neutral, 1 sell, 2 buy. */
  d: number
  /** Session: 0 regular, 1 pre-market, 2 after hours. */
  te: number
  /** The order of the trades within one ms; for a trade of the stream, its `seq` modulo 2^32. */
  seq: number
  /** Only with `columns`. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push'
}

export type BestQuote = {
  /** The time since which the quote applies, ms UTC. */
  t: number
  /** Bid; null: nobody buys. */
  b: number | null
  /** Volume of the bid; 0 where unknown. */
  bv: number
  /** Ask; null: nobody sells. */
  a: number | null
  /** Volume of the ask; 0 where unknown. */
  av: number
  /** The order of the quotes within one ms; for a quote of the stream, the `seq` of its depth event modulo 2^32. */
  seq: number
  /** Only with `columns`. */
  source?: 'import' | 'exchange' | 'replay' | 'simulated' | 'built' | 'push'
}

export type IndicatorRow = {
  /** In ms, UTC. */
  t: number
  final?: false
} & { [name: string]: number | null }

export type Listing = {
  c: string
  n: string
  t: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  e: string
  r: string
}

export type Session = {
  id: string
  session: string
}

export type NextState = {
  /** In ms, UTC. */
  at: number
  to: 'open' | 'closed'
}

export type Instrument = {
  c: string
  /** The same code, for charts that request bars by the old protocol. */
  n: string
  t: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  e: string
  r: string
  /** The name, in the language of `lang`. */
  b: string
  /** The English name. */
  d: string
  tz: string
  /** The smallest price step times `ps`. */
  m: number
  /** Price scale: 100 for two decimals. */
  ps: number
  /** Id of the session from which daily bars are built. */
  si: string
  sb: Session[]
  cur: string
  lot: number
  /** Permanent id. */
  id: string
  state: 'listed' | 'suspended' | 'delisted'
  isin: string
  /** For a dated contract: its root code. */
  root?: string
  /** For a root code: the dated contract that it means today. */
  main?: string
  expires?: string
  status: 'regular' | 'pre' | 'after' | 'closed'
  next: NextState | null
  /** Only for the public key and the site, if the prices are not included: the plan that includes the prices; empty if no plan does. */
  locked?: string
}

export type Holiday = {
  /** The requested market: a country or an exchange. */
  c: string
  /** Country. */
  r: string
  /** Date. */
  d: string
  /** Usual hours of the market, "|" between sessions. */
  t: string
  /** Time zone. */
  z: string
  /** Name. */
  v: string
  exchange: string
  /** Hours of a short day; absent when the market is closed all day. */
  early?: string
}

export type FoundSymbol = {
  id: string
  symbol: string
  description: string
  type: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  exchange: string
  prefix: string
  country: string
  logoid: string
  baseCurrencyLogoid: string
  currencyLogoid: string
  providerId: string
}

export type NextStatus = {
  status: 'open' | 'closed' | 'pre' | 'post' | 'break'
  /** In ms, UTC. */
  at: number
}

export type MarketStatus = {
  /** The country of the exchange, or the class forex or crypto. */
  market: string
  exchange: string
  status: 'open' | 'closed' | 'pre' | 'post' | 'break'
  /** The beginning of this status, ms UTC; null: the market never closes. */
  since: number | null
  next: NextStatus | null
  tz: string
  /** The name of today's holiday, if today has no usual hours. */
  holiday?: string
}

export type Exchange = {
  /** The MIC (ISO 10383); empty where there is none. */
  mic: string
  exchange: string
  name: string
  region: string
  tz: string
  sessions: Session[]
  /** The number of instruments. */
  count: number
}

export type Coverage = {
  class: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  exchange: string
  /** The interval of the stored bars, from which wider bars are built; `ticks`: trades. */
  interval: string
  /** The number of instruments with rows of this interval. */
  instruments: number
  /** In ms, UTC. */
  first: number
  /** In ms, UTC. */
  last: number
  /** Whether a live source publishes this class. */
  live: boolean
  /** Seconds of delay in your plan; null: not in your plan. */
  delay: number | null
  source: string
}

export type Conversion = {
  from: string
  to: string
  amount: number
  result: number
  rate: number
  /** The pairs used, in order; empty if both currencies are the same. */
  path: string[]
  /** The time of the older of the prices used, in ms, UTC. */
  at: number
}

export type Split = {
  /** In ms, UTC. */
  d: number
  r: string
  n: string
  c: string
  /** Old:new; 1:10: one share becomes ten. */
  v: string
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
}

export type Dividend = {
  /** In ms, UTC. */
  d: number
  a: number
  cur: string
  /** In ms, UTC. */
  rd: number | null
  /** In ms, UTC. */
  pd: number | null
  c: string
  r: string
  n: string
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
}

export type Ipo = {
  /** Day of listing, ms UTC. */
  dt: number
  /** Company. */
  cn: string
  /** Code. */
  sc: string
  /** Exchange. */
  ex: string
  /** Value of the shares on offer. */
  mc: number | null
  /** Price, or a range such as 16-20. */
  pr: string
  /** Country. */
  ct: string
  /** In seconds, UTC; null where unknown. */
  bs: number | null
  /** In seconds, UTC; null where unknown. */
  es: number | null
  /** In seconds, UTC; null where unknown. */
  ro: number | null
  r: string
  cur: string
  /** Shares on offer. */
  sh: number | null
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
}

export type Earnings = {
  /** Day of publication, ms UTC. */
  d: number
  period: 'quarter' | 'year'
  /** End of the period, ms UTC. */
  pe: number
  /** Earnings per share. */
  eps: number | null
  c: string
  r: string
  n: string
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
}

export type Company = {
  c: string
  n: string
  t: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  e: string
  r: string
  /** Sector. */
  s: string
  /** Industry. */
  i: string
  /** Description of the business. */
  bd: string
  /** Web address. */
  wu: string
  /** Market value in `fcc`, at the newest price. */
  mcb: number | null
  /** The number of shares outstanding. */
  tso: number | null
  /** Price divided by the earnings of the last four quarters. */
  pet: number | null
  /** Currency of the figures. */
  fcc: string
  cur: string
  isin: string
  employees: number | null
  shares: number | null
  floatShares: number | null
  /** Dividend yield in percent. */
  dy: number | null
}

export type Statement = {
  /** In ms, UTC. */
  d: number
  period: 'quarter' | 'year'
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
} & { [name: string]: number | null }

export type Factor = {
  /** In ms, UTC. */
  d: number
  pf: number
  sf: number
  rp: number
  c: string
  r: string
  n: string
  /** The source of the row: import or simulated; for splits and dividends also operator, factors, massive or alpaca; for adjustment factors also actions. */
  source: string
}

export type DayFile = {
  date: string
  /** The path of the file. */
  path: string
  /** Null until the file is first requested. */
  rows: number | null
  bytes: number | null
  sha256: string | null
  /** The time of the last change of the bytes, ms UTC. */
  modified: number | null
}

export type Limits = {
  plan: string
  level: string
  market: string
  /** In ms, UTC. */
  expiresAt: number
  symbolType: ('stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund')[]
  perMinute: number | null
  used: number | null
  remaining: number | null
  /** In ms, UTC. */
  resetAt: number | null
  sockets: number | null
  subscriptions: number | null
}

export type TickEvent = {
  /** Only on `/stream`. */
  class?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  /** The code as the client wrote it. */
  s: string
  /** Region. */
  r: string
  /** In the quote currency. */
  ld: number
  v: number
  /** In ms, UTC. */
  t: number
  /** Side: 0 unknown, 1 sell, 2 buy. */
  d: number
  /** Session: 0 regular, 1 pre-market, 2 after hours. */
  te: number
  type: 'tick'
  /** Rises by one per symbol and type. */
  seq: number
}

export type QuoteEvent = {
  /** Only on `/stream`. */
  class?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  /** The code as the client wrote it. */
  s: string
  /** Region. */
  r: string
  /** In the quote currency. */
  ld: number
  /** In the quote currency. */
  o: number
  /** In the quote currency. */
  h: number
  /** In the quote currency. */
  l: number
  /** Previous close. */
  p: number
  /** In ms, UTC. */
  t: number
  v: number
  /** Turnover, 0 where unknown. */
  tu: number
  /** State: 0 normal, 1 suspended, 2 delisted, 3 circuit breaker. */
  ts: number
  ch: number
  /** Percent. */
  chp: number
  type: 'quote'
  /** Rises by one per symbol and type. */
  seq: number
  /** The number of older events of this type that a slow reader did not receive. */
  skipped?: number
}

export type DepthEvent = {
  /** Only on `/stream`. */
  class?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  /** The code as the client wrote it. */
  s: string
  /** Region. */
  r: string
  a: Level[]
  b: Level[]
  type: 'depth'
  /** Rises by one per symbol and type. */
  seq: number
  /** The number of older events of this type that a slow reader did not receive. */
  skipped?: number
}

export type KlineEvent = {
  /** Only on `/stream`. */
  class?: 'stock' | 'forex' | 'indices' | 'crypto' | 'future' | 'fund'
  /** The code as the client wrote it. */
  s: string
  /** Region. */
  r: string
  /** In the quote currency. */
  o: number
  /** In the quote currency. */
  h: number
  /** In the quote currency. */
  l: number
  /** In the quote currency. */
  c: number
  v: number
  tu: number
  /** The beginning of the bar, ms UTC. */
  t: number
  /** False while the bar is running. */
  final: boolean
  type: 'kline@1' | 'kline@2' | 'kline@3' | 'kline@4' | 'kline@5' | 'kline@6' | 'kline@7' | 'kline@8' | 'kline@9' | 'kline@10' | 'kline@3m' | 'kline@10m' | 'kline@45m' | 'kline@3h' | 'kline@6h' | 'kline@8h' | 'kline@12h' | 'kline@3d' | 'kline@1Q' | 'kline@1y'
  /** Rises by one per symbol and type. */
  seq: number
  /** The number of older events of this type that a slow reader did not receive. */
  skipped?: number
}

/** A page of a list. Its number counts from 0 or from 1, depending on the call. */
export type Page<T> = {
  content: T[]
  totalElements: number
  totalPages?: number
  page: number
  size: number
  /** Whether this is the last page. */
  last: boolean
}
