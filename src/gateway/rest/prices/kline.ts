import type { Beside, EmptyReason } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import { type AssetClass, type BarInterval, type DataSource, intervalMs } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { isIntraday } from '#src/market/bars/interval.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { hasSession, tradingDate } from '#src/market/calendar/session.ts'
import { adjustBars, lastFactorDate } from '#src/market/history/adjust.ts'
import { hoursFor, readBars } from '#src/market/history/history.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { untilGone } from '#src/platform/engines/until-gone.ts'
import type { Platform } from '#src/platform/platform.ts'
import { flat } from '../../flat.ts'
import type { Staleness } from '../../staleness.ts'
import { whenKnown } from '../../when-known.ts'
import type { Directory } from '../instruments/directory.ts'
import { type Entitled, manyInstruments, oneInstrument } from '../instruments/instrument-call.ts'
import { barRows, klineColumns, klineExtras, needsTrades } from '../rows/bar-row.ts'
import { type HoursQuery, readHours } from '../rows/hours-query.ts'
import { type RowQuery, readRowQuery } from '../rows/row-query.ts'
import type { DataAnswer, DataRequest, RowValue } from '../wire/call.ts'
import { formatOf } from '../wire/respond.ts'
import { calendarWarning, isBeforeCalendar, tradesOfBars } from './bar-extras.ts'
import { type KlineQuery, readKlineQuery, writeCursor } from './kline-query.ts'
import { worse } from './live.ts'
import { barText, hasMore, type Latest, type Windows, windowBarsMax } from './windows.ts'

export type KlineDeps = {
  ctx: Platform
  directory: Directory
  search: SearchIndex
  windows: Windows
  staleness: Staleness
}

const batchRowsMax = 100_000

/** `/{class}/kline`: bars of one instrument. The newest bars as JSON come from memory. */
export function kline(deps: KlineDeps, request: DataRequest, assetClass: AssetClass): DataAnswer | Promise<DataAnswer> {
  const query = readKlineQuery(request.query)
  const rows = { ...readRowQuery(request.query, klineColumns, klineExtras), ...readHours(request.query, assetClass) }
  const entitled = oneInstrument(deps, request, assetClass, 'kline')
  return whenKnown(entitled, (known) => klineOf(deps, request, query, rows, known))
}

function klineOf(
  deps: KlineDeps,
  request: DataRequest,
  query: KlineQuery,
  rows: RowsQuery,
  entitled: Entitled,
): DataAnswer | Promise<DataAnswer> {
  const isHot =
    query.from === undefined &&
    query.to === undefined &&
    query.order === 'newest' &&
    query.limit <= windowBarsMax &&
    query.adjust === 'none' &&
    rows.source === undefined &&
    rows.columns === null &&
    rows.session === undefined &&
    rows.day === undefined &&
    entitled.delayMs === 0
  if (!isHot || formatOf(request.query, request.headers) !== 'json')
    return klineRows(deps, request, query, rows, entitled)
  const latest = deps.windows.latest(entitled.instrument, query.interval, query.limit)
  return whenKnown(latest, (known) =>
    isWhole(known, query, entitled.earliest)
      ? hot(deps, entitled, known, query)
      : klineRows(deps, request, query, rows, entitled),
  )
}

/** Whether the plan allows the requested bars in memory. With limited history, memory must have all of them. */
function isWhole(latest: Latest, { limit }: KlineQuery, earliest: number | null): boolean {
  if (earliest === null) return true
  const first = latest.bars.at(-Math.max(1, latest.running ? limit - 1 : limit))
  return first !== undefined && first.time >= earliest
}

async function klineRows(
  deps: KlineDeps,
  request: DataRequest,
  query: KlineQuery,
  { columns, ...choice }: RowsQuery,
  entitled: Entitled,
): Promise<DataAnswer> {
  const ctx = untilGone(deps.ctx, request.gone)
  const reading = { ...deps, ctx }
  const chosen = { ...query, ...choice }
  const { bars, running, beside } = await klineBars(reading, entitled, chosen, request.now)
  insidePlan(beside, request)
  reportStale(deps, beside, entitled, query, request.now)
  const figures = needsTrades(columns)
    ? await tradesOfBars(reading, { ...chosen, instrument: entitled.instrument }, bars)
    : undefined
  const rows = barRows(bars, running, columns, figures)
  const { instrument } = entitled
  const isSettled =
    query.to !== undefined &&
    query.to < request.now - Math.max(2 * dayMs, 2 * intervalMs[query.interval]) &&
    rows.length > 0
  return {
    kind: 'rows',
    rows,
    beside,
    columns: columns ?? klineColumns,
    name: `${instrument.class}-${instrument.region}-${instrument.code}-${query.interval}`,
    immutable: isSettled,
    numeric: true,
    dated: !isIntraday(query.interval),
  }
}

function hot(deps: KlineDeps, { instrument }: Entitled, latest: Latest, query: KlineQuery): DataAnswer {
  const stale = deps.staleness.of(instrument, 0)
  const answer = hotText(deps, latest, query)
  if (answer === null) return { kind: 'data', data: [], beside: { delay: 0, reason: 'no_data' } }
  return { kind: 'text', text: stale === undefined ? answer : `${answer.slice(0, -1)},"stale":${stale}}` }
}

function hotText(deps: KlineDeps, latest: Latest, query: KlineQuery): string | null {
  const known = latest.answers.get(query.limit)
  if (known !== undefined) return known
  const { running } = latest
  const count = running ? query.limit - 1 : query.limit
  const texts = latest.text(count)
  const last = running ? `${barText(running).slice(0, -1)},"final":false}` : ''
  const all = texts !== '' && last !== '' ? `${texts},${last}` : texts + last
  if (all === '') return null
  const first = Number(all.slice(5, all.indexOf(',')))
  const cursor = hasMore(latest.bars.length, count, query.limit)
    ? `,"nextCursor":"${writeCursor('newest', first - 1)}"`
    : ''
  const source =
    deps.ctx.settings.mode === 'sandbox' ? `,"source":"${sourceOf(latest.bars.slice(-query.limit), running)}"` : ''
  // The text is contiguous, because otherwise each write of the response would walk a tree of parts.
  const text = flat(`{"code":0,"msg":"ok","data":[${all}],"delay":0${cursor}${source}}`)
  if (latest.answers.size < 16) latest.answers.set(query.limit, text)
  return text
}

/** Adds `stale` to a response that reaches the current time, if its market has stopped. */
export function reportStale(
  { staleness }: Pick<KlineDeps, 'staleness'>,
  beside: Beside,
  { instrument, delayMs }: Entitled,
  { to }: KlineQuery,
  now: number,
): void {
  const stale = (to ?? now) < now ? undefined : staleness.of(instrument, delayMs)
  if (stale !== undefined) beside.stale = stale
}

/** Refuses a single call if all its bars are outside the plan. A batch reports the reason beside its data instead. */
export function insidePlan({ reason }: Beside, { locale }: Pick<DataRequest, 'locale'>): void {
  if (reason === 'not_in_plan') throw notInPlan(null, locale)
}

type RowsQuery = RowQuery & HoursQuery
export type ChosenQuery = KlineQuery & Partial<HoursQuery> & { source?: DataSource | undefined }

/** The bars of any query; `running` is null unless the range contains the running bar. */
export async function klineBars(
  { ctx, directory, windows }: Pick<KlineDeps, 'ctx' | 'directory' | 'windows'>,
  { instrument, delayMs, earliest }: Entitled,
  query: ChosenQuery,
  now: number,
): Promise<{ bars: Bar[]; running: Bar | null; beside: Beside }> {
  const read = { ...query, instrument }
  const hours = hoursFor(ctx, read)
  const factors = query.adjust === 'none' ? [] : await directory.factors(instrument)
  const from = earliest === null ? query.from : Math.max(earliest, query.from ?? earliest)
  const known = now - delayMs
  const to = delayMs > 0 ? Math.min(query.to ?? now, known) : query.to
  let bars: Bar[]
  let running: Bar | null = null
  let more = false
  if (
    from === undefined &&
    to === undefined &&
    query.order === 'newest' &&
    query.source === undefined &&
    hours.isUsual
  ) {
    const latest = await windows.latest(instrument, query.interval, Math.min(query.limit, windowBarsMax))
    running = latest.running
    const count = running ? query.limit - 1 : query.limit
    const newest = adjusted(latest.bars.slice(count === 0 ? latest.bars.length : -count))
    bars = [...(await olderThan(newest, count)), ...newest]
    const isWindow = query.limit <= windowBarsMax
    more = isWindow ? hasMore(latest.bars.length, count, query.limit) : bars.length >= count
    if (running) running = adjusted([running])[0] ?? running
  } else {
    const coverage = await directory.coverage(instrument.id)
    const barQuery = {
      instrument,
      interval: query.interval,
      from,
      to,
      limit: query.limit + (delayMs > 0 ? 2 : 1),
      order: query.order,
      coverage,
      source: query.source,
      session: query.session,
      day: query.day,
    }
    bars = await readBars(ctx, { ...barQuery, adjust: query.adjust, factors })
    // A bar that was not final `delayMs` ago contains trades that are too new.
    if (delayMs > 0) bars = bars.filter(({ time }) => isFinal(hours.exchange, query.interval, time, known))
    if (bars.length > query.limit + 1) bars = query.order === 'newest' ? bars.slice(1) : bars.slice(0, -1)
    more = bars.length > query.limit
    if (more) bars = query.order === 'newest' ? bars.slice(1) : bars.slice(0, -1)
    const last = bars.at(-1)
    if (last && delayMs === 0 && last.time > now - runningReach(query.interval)) running = await runningOf(last)
    if (running) bars = bars.slice(0, -1)
  }
  const edge = query.order === 'newest' ? (bars[0] ?? running)?.time : (running ?? bars.at(-1))?.time
  const beside: Beside = { delay: delayMs / 1000 }
  if (more && edge !== undefined)
    beside.nextCursor = writeCursor(query.order, query.order === 'newest' ? edge - 1 : edge + 1)
  if (query.adjust !== 'none') {
    const date = lastFactorDate(query.adjust, factors)
    beside.adjust = { mode: query.adjust, factorDate: date === null ? null : new Date(date).toISOString().slice(0, 10) }
  }
  const isCut = earliest !== null && (query.from ?? 0) < earliest
  if (isCut && (!more || query.order === 'oldest')) beside.warning = 'history_limit'
  else if (isBeforeCalendar(ctx, read, bars)) beside.warning = await calendarWarning({ ctx, directory }, read)
  if (isCut && query.to !== undefined && query.to < earliest) beside.reason = 'not_in_plan'
  else if (bars.length === 0 && !running) beside.reason = reasonFor(ctx, instrument, query, now)
  else if (ctx.settings.mode === 'sandbox') beside.source = sourceOf(bars, running)
  return { bars, running, beside }

  async function olderThan(newest: readonly Bar[], count: number): Promise<Bar[]> {
    const first = newest[0]
    // The last bar of the window may be running.
    if (!first || newest.length >= count || newest.length < windowBarsMax - 1) return []
    const coverage = await directory.coverage(instrument.id)
    const { interval, adjust } = query
    const limit = count - newest.length
    return readBars(ctx, {
      instrument,
      interval,
      to: first.time - 1,
      limit,
      order: 'newest',
      coverage,
      adjust,
      factors,
    })
  }

  async function runningOf(last: Bar): Promise<Bar | null> {
    if (!hours.isUsual) return isFinal(hours.exchange, query.interval, last.time, now) ? null : last
    const latest = await windows.latest(instrument, query.interval, 1)
    if (latest.running?.time !== last.time) return null
    // The live bar may contain rows of other sources.
    return query.source === undefined ? (adjusted([latest.running])[0] ?? null) : last
  }

  function adjusted(list: Bar[]): Bar[] {
    const exchange = exchangeOf(ctx, instrument)
    const dateOf = isIntraday(query.interval) ? (bar: Bar) => tradingDate(exchange, bar.time) : (bar: Bar) => bar.time
    return adjustBars(list, query.adjust, factors, dateOf)
  }
}

export async function klines(deps: KlineDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const query = readKlineQuery(request.query)
  const { columns, source } = readRowQuery(request.query, klineColumns, klineExtras)
  const chosen = { ...query, source, ...readHours(request.query, assetClass) }
  const isPaged = [query.from, query.to, request.query.get('order')].some((given) => given !== undefined)
  const { entitled, reasons } = await manyInstruments(deps.directory, request, assetClass, 'kline')
  const max = Math.floor(batchRowsMax / Math.max(1, entitled.length))
  if (query.limit > max) throw refuse('invalid_limit', { param: 'limit', values: { max }, extra: { min: 1, max } })
  const found: [name: string, Record<string, RowValue>[]][] = []
  const why: Record<string, unknown> = { ...reasons }
  let fresh: Beside = { delay: 0 }
  const ctx = untilGone(deps.ctx, request.gone)
  for (const one of entitled) {
    const { bars, running, beside } = await klineBars({ ...deps, ctx }, one, chosen, request.now)
    const figures = needsTrades(columns)
      ? await tradesOfBars({ ...deps, ctx }, { ...chosen, instrument: one.instrument }, bars)
      : undefined
    found.push([one.name, barRows(bars, running, columns, figures)])
    const lack = lackOf(beside, isPaged)
    if (Object.keys(lack).length > 0) why[one.name] = lack
    reportStale(deps, beside, one, query, request.now)
    fresh = worse(fresh, beside)
  }
  const beside: Beside = { ...fresh, ...(Object.keys(why).length > 0 ? { reasons: why } : {}) }
  if (formatOf(request.query, request.headers) === 'json')
    return { kind: 'data', data: Object.fromEntries(found), beside }
  const rows = found.flatMap(([s, list]) => list.map((row) => ({ s, ...row })))
  const dated = !isIntraday(query.interval)
  return {
    kind: 'rows',
    rows,
    beside,
    columns: ['s', ...(columns ?? klineColumns)],
    name: `${assetClass}-${query.interval}`,
    dated,
  }
}

/**
 * Why a batch lacks bars of a code. `isPaged`: the query asks for more than the newest bars, and `kline` can continue
 * with the cursor.
 */
function lackOf({ reason, warning, nextCursor }: Beside, isPaged: boolean) {
  return {
    ...(reason && { reason }),
    ...(warning && { warning }),
    ...(isPaged && nextCursor && { nextCursor }),
  }
}

/** The maximum age of a running bar's start, ms: two months, which covers holidays, or more for longer bars. */
function runningReach(interval: BarInterval): number {
  return Math.max(62 * dayMs, 2 * intervalMs[interval])
}

function sourceOf(bars: readonly Bar[], running: Bar | null): string {
  const sources = new Set(bars.map(({ source }) => source))
  if (running) sources.add(running.source)
  return [...sources].sort().join(',')
}

export function reasonFor(
  ctx: Platform,
  instrument: Entitled['instrument'],
  query: Pick<KlineQuery, 'from' | 'to'>,
  now: number,
): EmptyReason {
  if (query.from === undefined || (query.to ?? now) > now) return 'no_data'
  return hasSession(exchangeOf(ctx, instrument), query.from, query.to ?? now) ? 'no_data' : 'closed'
}
