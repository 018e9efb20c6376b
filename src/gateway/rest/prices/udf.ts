import { historyQuery, resolutions, udfSearchQuery } from '#src/contract/data/udf.ts'
import { refuse } from '#src/contract/errors.ts'
import { assetClasses, type BarInterval, intervalMs } from '#src/contract/market.ts'
import { exchanges } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { decimalsOf } from '#src/market/instruments/instrument.ts'
import { requireEntitlement } from '../instruments/instrument-call.ts'
import { allowedClasses, classOf, scopeOf } from '../instruments/symbol-scope.ts'
import { namedInstrument, nameOf, sessionsOf } from '../instruments/symbols.ts'
import { boundsOf, boundsWithout, type DataAnswer, type DataRequest } from '../wire/call.ts'
import { type KlineDeps, klineBars } from './kline.ts'
import { limitMax } from './kline-query.ts'

/**
 * TradingView's Universal Data Feed. Its protocol defines the responses, which have no envelope and times in seconds.
 */
// biome-ignore format: a table
const intervalOf: Record<string, BarInterval> = {
  '1': '1m', '5': '5m', '15': '15m', '30': '30m', '60': '1h', '120': '2h', '240': '4h', D: '1d', '1D': '1d', W: '1w', '1W': '1w', M: '1M', '1M': '1M',
  '3': '3m', '10': '10m', '45': '45m', '180': '3h', '360': '6h', '480': '8h', '720': '12h', '3D': '3d', '3M': '1Q', '12M': '1y',
}

const searchLimits = boundsOf(udfSearchQuery.limit)
const countbacks = boundsWithout(historyQuery.countback)

export function udfConfig(): DataAnswer {
  return text({
    supported_resolutions: resolutions,
    supports_group_request: false,
    supports_marks: false,
    supports_search: true,
    supports_timescale_marks: false,
    supports_time: true,
    exchanges: [
      { value: '', name: 'All', desc: '' },
      ...[...exchanges.values()].map(({ code, name }) => ({ value: code, name: code, desc: name })),
    ],
    symbols_types: [{ name: 'All', value: '' }, ...assetClasses.map((name) => ({ name, value: name }))],
  })
}

export async function udfSymbols(deps: KlineDeps, request: DataRequest): Promise<DataAnswer> {
  const instrument = await namedInstrument(deps, request, 'symbol')
  requireEntitlement(request, instrument, 'symbols')
  const exchange = exchangeOf(deps.ctx, instrument)
  const scale = 10 ** decimalsOf(instrument.priceStep)
  return text({
    name: instrument.code,
    ticker: `${instrument.exchange || instrument.class}:${instrument.code}`,
    description: nameOf(instrument, request.locale),
    type: instrument.class,
    session: sessionsOf(exchange)[0]?.session ?? '24x7',
    timezone: exchange.timeZone === 'UTC' ? 'Etc/UTC' : exchange.timeZone,
    exchange: instrument.exchange,
    listed_exchange: instrument.exchange,
    minmov: Math.round(instrument.priceStep * scale),
    pricescale: scale,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    supported_resolutions: resolutions,
    volume_precision: instrument.class === 'crypto' ? 8 : 0,
    data_status: 'streaming',
    currency_code: instrument.currency,
  })
}

export async function udfSearch({ search }: KlineDeps, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.get('type')
  const classes = allowedClasses(request, type === undefined ? null : classOf(type), 'search')
  const size = request.query.integer('limit', searchLimits)
  const queryText = (request.query.get('query') ?? '').slice(0, 60)
  const wanted = { text: queryText, scope: scopeOf(request, classes, null), size }
  const exchange = request.query.get('exchange')?.toUpperCase()
  const content =
    exchange === undefined
      ? (await search.search({ ...wanted, page: 1 })).content
      : await search.searchWanted(wanted, (instrument) => instrument.exchange === exchange)
  return text(
    content.map((instrument) => ({
      symbol: instrument.code,
      full_name: `${instrument.exchange || instrument.class}:${instrument.code}`,
      description: nameOf(instrument, request.locale),
      exchange: instrument.exchange,
      ticker: `${instrument.exchange || instrument.class}:${instrument.code}`,
      type: instrument.class,
    })),
  )
}

/** `from`, `to` in seconds; `countback` overrides `from`. An empty range reports the time of the last earlier bar. */
export async function udfHistory(deps: KlineDeps, request: DataRequest): Promise<DataAnswer> {
  const { query } = request
  const interval = intervalOf[query.need('resolution').toUpperCase()]
  if (!interval) throw refuse('invalid_interval', { param: 'resolution', extra: { allowed: resolutions } })
  const instrument = await namedInstrument(deps, request, 'symbol')
  const entitled = requireEntitlement(request, instrument, 'kline')
  const to = seconds(query.need('to'), 'to') * 1000 - 1
  const countback = query.get('countback')
  const from = seconds(query.get('from') ?? '0', 'from') * 1000
  if (countback === undefined && from > to) throw refuse('range_reversed', { param: 'from' })
  const counted = countback === undefined ? null : query.integer('countback', countbacks)
  const expected = counted ?? Math.ceil((to - from) / intervalMs[interval]) + 1
  const limit = Math.max(1, Math.min(expected, limitMax * 2))
  const base = { interval, adjust: 'none' as const, order: 'newest' as const, limit }
  const { bars, running } = await klineBars(
    deps,
    entitled,
    { ...base, from: counted === null ? from : undefined, to },
    request.now,
  )
  const all = running ? [...bars, running] : bars
  if (all.length === 0) {
    const before = await klineBars(deps, entitled, { ...base, from: undefined, to: from - 1, limit: 1 }, request.now)
    const last = before.bars.at(-1)
    return text(last ? { s: 'no_data', nextTime: last.time / 1000 } : { s: 'no_data' })
  }
  return text({
    s: 'ok',
    t: all.map(({ time }) => time / 1000),
    o: all.map(({ open }) => open),
    h: all.map(({ high }) => high),
    l: all.map(({ low }) => low),
    c: all.map(({ close }) => close),
    v: all.map(({ volume }) => volume),
  })
}

export function udfTime(request: DataRequest): DataAnswer {
  return { kind: 'text', text: String(Math.floor(request.now / 1000)), contentType: 'text/plain; charset=utf-8' }
}

function seconds(value: string, param: string): number {
  if (!/^-?\d{1,11}$/.test(value)) throw refuse('invalid_time', { param })
  return Number(value)
}

function text(value: unknown): DataAnswer {
  return { kind: 'text', text: JSON.stringify(value) }
}
