import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import { assetClasses, intervals } from './market.ts'
import { defineRoute, type Route } from './route.ts'

/**
 * The data REST, stated once: what each call takes and answers. OpenAPI and the docs derive from it, and a test holds every
 * answer of the gateway against it. Source: design/wire.md sections 4 and 6.
 */
const time = z.number().int().describe('ms, UTC')
const price = z.number().describe('in the quote currency')
const percent = z.number().describe('in percent')
const text = z.string()
const source = z.string().describe('where it comes from: import, exchange, replay, built, simulated')

const place = {
  region: text
    .optional()
    .describe(
      'country of stocks and funds (US HK CN …; SH and SZ count as CN), GB for forex and indices, BA for crypto',
    ),
  exchange: text.optional().describe('where a code stands on several exchanges of a region'),
}
const one = {
  code: text.describe('AAPL, 700, EURUSD …; case, spaces and usual spellings (700.HK, BRK-B, BTC/USDT) are accepted'),
  ...place,
}
const many = { codes: text.describe('up to 100 codes, separated by commas'), ...place }
const format = {
  format: z.enum(['json', 'csv', 'ndjson']).optional().describe('or by Accept'),
  tz: text.optional().describe('time zone of the text times in CSV'),
}

const range = {
  kType: text.optional().describe('1=1m 2=5m 3=15m 4=30m 5=1h 6=2h 7=4h 8=1d 9=1w 10=1M'),
  interval: z.enum(intervals).optional().describe('instead of kType'),
  limit: z.string().optional().describe('1…1000 rows, default 100'),
  et: text.optional().describe('the last time wanted, included: ms, s or ISO 8601'),
  from: text.optional().describe('the first time wanted; alone it reads forward'),
  to: text.optional().describe('as et'),
  cursor: text.optional().describe('nextCursor of the answer before'),
  adjust: z.enum(['none', 'split', 'dividend', 'all']).optional().describe('default none'),
}

export const barRow = z.object({
  t: time.describe("the bar's open, ms UTC; days and longer: 00:00 UTC of the trading date"),
  o: price,
  h: price,
  l: price,
  c: price,
  v: z.number(),
  tu: z.number().describe('turnover, 0 where unknown'),
  final: z.literal(false).optional().describe('only on the running bar, which is the last row'),
})

export const tickRow = z.object({
  s: text,
  r: text,
  ld: price,
  t: time,
  v: z.number(),
  te: z.number().int().describe('0 regular, 1 pre, 2 after hours'),
})

export const quoteRow = z.object({
  s: text,
  r: text,
  ld: price,
  o: price,
  p: price.describe('previous close'),
  h: price,
  l: price,
  t: time,
  v: z.number(),
  tu: z.number(),
  ts: z.number().int().describe('0 normal, 1 suspended, 2 delisted, 3 circuit breaker'),
  ch: z.number(),
  chp: percent,
})

const level = z.object({ po: z.number().int(), p: price, v: z.number(), o: z.number().int() })
export const depthRow = z.object({ s: text, r: text, t: time, a: z.array(level), b: z.array(level) })

const symbolRow = z.object({ c: text, n: text, t: z.enum(assetClasses), e: text, r: text })

const symbolInfo = symbolRow.extend({
  d: text.describe('the English name'),
  tz: text,
  m: z.number().describe('smallest price step times ps'),
  ps: z.number().describe('price scale: 100 for two decimals'),
  si: text.describe('id of the session that bars of a day are built from'),
  sb: z.array(z.object({ id: text, session: text })),
  cur: text,
  lot: z.number(),
  id: text.describe('permanent'),
  state: z.enum(['listed', 'suspended', 'delisted']),
  isin: text,
  root: text.optional().describe('main contract of a dated one'),
  main: text.optional().describe('the dated contract that a root code stands for today'),
  expires: text.optional(),
  status: z.enum(['regular', 'pre', 'after', 'closed']),
  next: z.object({ at: time, to: z.enum(['open', 'closed']) }).nullable(),
})

const holidayRow = z.object({
  c: text,
  r: text,
  d: text,
  t: text.describe('closed, or the hours of a half day'),
  z: text,
  v: text,
})

const searchRow = z.object({
  id: text,
  symbol: text,
  description: text,
  type: z.enum(assetClasses),
  exchange: text,
  prefix: text,
  country: text,
  logoid: text,
  baseCurrencyLogoid: text,
  currencyLogoid: text,
  providerId: text,
})

const paged = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    page: z.number().int().describe('from 0'),
    last: z.boolean(),
    size: z.number().int(),
  })
const pages = {
  page: z.string().optional().describe('from 0'),
  size: z.string().optional().describe('1…100, default 30'),
}

const amount = z.number().nullable()
const companyInfo = symbolRow.extend({
  s: text.describe('sector'),
  i: text.describe('industry'),
  bd: text.describe('what the business does'),
  wu: text.describe('web address'),
  cur: text,
  isin: text,
  employees: amount,
  shares: amount,
  floatShares: amount,
  dy: amount.describe('dividend yield in percent'),
})

const empty = z.array(z.never()).describe('nothing to show: reason says why')

const always: readonly ErrorName[] = [
  'key_missing',
  'key_malformed',
  'key_unknown',
  'key_revoked',
  'plan_expired',
  'rate_limited',
]
const ofOne: readonly ErrorName[] = [...always, 'missing_parameter', 'invalid_symbol', 'unknown_symbol', 'not_in_plan']
const ofRange: readonly ErrorName[] = [
  ...ofOne,
  'invalid_interval',
  'invalid_time',
  'invalid_limit',
  'invalid_cursor',
  'range_reversed',
  'invalid_format',
]

const assetClass = z.object({ class: z.enum(assetClasses) })

function route(
  path: string,
  summary: string,
  query: z.ZodRawShape,
  data: z.ZodType,
  errors: readonly ErrorName[] = ofOne,
): Route {
  const params = path.includes('{class}') ? { params: assetClass } : {}
  return defineRoute({ method: 'GET', path, summary, auth: 'key', ...params, query: z.object(query), data, errors })
}

/** Every call of the data origin that answers in the envelope. */
export const dataRouteList: readonly Route[] = [
  route(
    '/{class}/kline',
    'Bars of one instrument, oldest first',
    { ...one, ...range, ...format },
    z.array(barRow),
    ofRange,
  ),
  route(
    '/{class}/klines',
    'Bars of many instruments by code',
    { ...many, ...range, ...format },
    z.record(text, z.array(barRow)),
    ofRange,
  ),
  route('/{class}/tick', 'The newest trade', { ...one, ...format }, z.union([tickRow, empty])),
  route('/{class}/ticks', 'The newest trades by code', { ...many, ...format }, z.record(text, tickRow), [
    ...always,
    'too_many_symbols',
  ]),
  route('/{class}/quote', "The session's running figures", { ...one, ...format }, z.union([quoteRow, empty])),
  route('/{class}/quotes', 'Running figures by code', { ...many, ...format }, z.record(text, quoteRow), [
    ...always,
    'too_many_symbols',
  ]),
  route('/{class}/depth', 'The order book, best level first', one, z.union([depthRow, empty])),
  route('/{class}/depths', 'Order books by code', many, z.record(text, depthRow), [...always, 'too_many_symbols']),
  route(
    '/{class}/indicator',
    'An indicator, one row per bar; null until it has warmed up',
    {
      ...one,
      ...range,
      ...format,
      name: text.describe('sma, ema, rsi, macd, boll …'),
      period: text.optional().describe("or the indicator's own parameters"),
    },
    z.array(z.object({ t: time, final: z.literal(false).optional() }).catchall(z.number().nullable())),
    ofRange,
  ),
  route(
    '/symbol/list',
    'Instruments of a class and region',
    {
      type: z.enum(assetClasses).optional(),
      region: text.optional(),
      code: text.optional(),
      cursor: text.optional(),
      ...format,
    },
    z.array(symbolRow),
    always,
  ),
  route(
    '/symbol/info',
    'One instrument with its hours and steps',
    { ...one, type: z.enum(assetClasses).optional() },
    symbolInfo,
  ),
  route(
    '/symbol/v2/holidays',
    'Days without a full session; empty where no source was read',
    { code: text.describe('region or exchange'), ...format },
    z.array(holidayRow),
    [...always, 'missing_parameter', 'invalid_parameter'],
  ),
  route(
    '/symbol/web/page',
    'Symbol search',
    {
      code: text.optional(),
      type: text.optional(),
      region: text.optional(),
      page: z.string().optional().describe('from 1'),
      size: z.string().optional().describe('1…30'),
    },
    z.object({
      content: z.array(searchRow),
      page: z.number().int(),
      size: z.number().int(),
      last: z.boolean(),
      totalElements: z.number().int(),
    }),
    [...always, 'not_in_plan', 'invalid_parameter'],
  ),
  route('/stock/info', 'The company behind a share', one, companyInfo),
  route(
    '/stock/fundamentals',
    'Statements and ratios by period, newest first',
    { ...one, ...pages, period: z.enum(['quarter', 'year']).optional() },
    paged(z.object({ d: time, period: z.enum(['quarter', 'year']), source }).catchall(z.number().nullable())),
  ),
  route(
    '/stock/split',
    'Splits, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, n: z.number(), o: z.number(), source })),
  ),
  route(
    '/stock/dividend',
    'Dividends, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, a: z.number(), cur: text, rd: time.nullable(), pd: time.nullable(), source })),
  ),
  route(
    '/stock/factors',
    'Adjustment factors, newest first',
    { ...one, ...pages },
    paged(z.object({ d: time, pf: z.number(), sf: z.number(), rp: z.number(), source })),
  ),
  route(
    '/stock/ipo',
    'Listings to come or of late',
    { type: z.enum(['upcoming', 'recent']).optional(), region: text.optional(), ...pages },
    paged(
      z.object({
        c: text,
        n: text,
        r: text,
        e: text,
        d: time,
        pl: amount,
        ph: amount,
        p: amount,
        cur: text,
        sh: amount,
        source,
      }),
    ),
    [...always, 'invalid_parameter'],
  ),
  route(
    '/account/limits',
    "The plan's limits, and what of this minute is left",
    {},
    z.object({
      plan: text,
      level: text,
      market: text,
      expiresAt: time,
      symbolType: z.array(z.enum(assetClasses)),
      perMinute: amount,
      used: amount,
      remaining: amount,
      resetAt: time.nullable(),
      sockets: amount,
      subscriptions: amount,
    }),
    always,
  ),
]

/** Files instead of envelopes: gzip over CSV. */
export const fileRouteList: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/files/{class}/{region}/{date}.csv.gz',
    summary: 'Every stored bar of a class and region of one finished UTC day, packed CSV; paid plans',
    auth: 'key',
    params: assetClass.extend({
      region: text.describe('as in the other calls'),
      date: z.iso.date().describe('the UTC day, yesterday at the latest'),
    }),
    query: z.object({
      interval: z.enum(['1m', '1d']).optional().describe('bars stored at this interval, default 1m'),
    }),
    data: text.describe('code,exchange,time,open,high,low,close,volume,turnover; time in ms UTC'),
    errors: [...always, 'not_in_plan', 'invalid_time', 'invalid_interval', 'unknown_class', 'not_found'],
  }),
]

const series = z.array(z.number())

/** TradingView's Universal Data Feed: its own shapes, no envelope. */
export const udfRouteList: readonly Route[] = [
  route(
    '/udf/config',
    'UDF: what the feed can do',
    {},
    z
      .object({ supported_resolutions: z.array(text), supports_search: z.boolean(), supports_time: z.boolean() })
      .loose(),
    always,
  ),
  route(
    '/udf/symbols',
    'UDF: one symbol',
    { symbol: text },
    z
      .object({ name: text, ticker: text, timezone: text, session: text, pricescale: z.number(), minmov: z.number() })
      .loose(),
  ),
  route(
    '/udf/search',
    'UDF: search',
    { query: text.optional(), type: text.optional(), exchange: text.optional(), limit: z.string().optional() },
    z.array(z.object({ symbol: text, ticker: text, type: text }).loose()),
    always,
  ),
  route(
    '/udf/history',
    'UDF: bars as columns, times in seconds',
    { symbol: text, resolution: text, from: text.optional(), to: text, countback: z.string().optional() },
    z.union([
      z.object({ s: z.literal('ok'), t: series, o: series, h: series, l: series, c: series, v: series }),
      z.object({ s: z.literal('no_data'), nextTime: z.number().optional() }),
    ]),
  ),
  route('/udf/time', 'UDF: seconds since the epoch, as text', {}, z.number(), always),
]
