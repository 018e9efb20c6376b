import { span } from '#src/contract/data/fields.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { refuse } from '#src/contract/errors.ts'
import type { AssetClass, DataSource } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { instantMax, instantMin } from '#src/market/calendar/instant.ts'
import { sessionCodes } from '#src/market/calendar/session.ts'
import { readQuotePage, readTickPage } from '#src/market/tick-archive/pages.ts'
import type { EventPageRequest } from '#src/market/ticks/ticks.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import { untilGone } from '#src/platform/engines/until-gone.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Entitled, oneInstrument } from '../instruments/instrument-call.ts'
import type { SymbolDeps } from '../instruments/symbols.ts'
import { readSession } from '../rows/hours-query.ts'
import { pick, type RowQuery, readRowQuery } from '../rows/row-query.ts'
import { boundsOf, type DataAnswer, type DataRequest, type Query, type RowValue } from '../wire/call.ts'
import { type Order, readOrder, readSpan, type Span } from '../wire/span.ts'
import { reasonFor } from './kline.ts'
import { type SessionPage, sessionPage } from './session-trades.ts'

const limits = boundsOf(span.limit)

const tradeColumns = ['t', 'p', 'v', 'd', 'te', 'seq'] as const
const quoteColumns = ['t', 'b', 'bv', 'a', 'av', 'seq'] as const

/** `/{class}/trades`: recorded trades, oldest first. */
export async function trades(deps: SymbolDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const query = readEventQuery(request.query, tradeColumns)
  const session = readSession(request.query, assetClass) ?? 'all'
  const entitled = await oneInstrument(deps, request, assetClass, 'trades')
  const ctx = untilGone(deps.ctx, request.gone)
  const exchange = exchangeOf(deps.ctx, entitled.instrument)
  let resume: SessionPage<never>['resume'] = null
  const { rows: ticks, beside } = await eventPage(ctx, request, entitled, query, async (page) => {
    const found = await sessionPage(exchange, session, page, (part) => readTickPage(ctx, entitled.instrument.id, part))
    resume = found.resume
    return found.rows
  })
  if (resume !== null) beside.nextCursor ??= writeCursor(query.order, resume)
  const { class: name, region, code } = entitled.instrument
  const sessionCode = sessionCodes(() => exchange)
  return {
    kind: 'rows',
    rows: shown(query, ticks, ({ time, seq, price, volume, side }) => {
      return { t: time, p: price, v: volume, d: side, te: sessionCode(time), seq }
    }),
    beside,
    columns: query.columns ?? tradeColumns,
    name: `${name}-${region}-${code}-trades`,
    numeric: true,
    immutable: isSettled(query, request.now) && ticks.length > 0,
  }
}

/** `/{class}/bbo`: recorded best bids and offers, oldest first. */
export async function bestQuotes(deps: SymbolDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const query = readEventQuery(request.query, quoteColumns)
  const entitled = await oneInstrument(deps, request, assetClass, 'bbo')
  const ctx = untilGone(deps.ctx, request.gone)
  const { rows: quotes, beside } = await eventPage(ctx, request, entitled, query, (page) =>
    readQuotePage(ctx, entitled.instrument.id, page),
  )
  const { class: name, region, code } = entitled.instrument
  return {
    kind: 'rows',
    rows: shown(query, quotes, ({ time, seq, bid, bidVolume, ask, askVolume }) => {
      return { t: time, b: bid || null, bv: bidVolume, a: ask || null, av: askVolume, seq }
    }),
    beside,
    columns: query.columns ?? quoteColumns,
    name: `${name}-${region}-${code}-bbo`,
    numeric: true,
    immutable: isSettled(query, request.now) && quotes.length > 0,
  }
}

type EventQuery = Span & RowQuery & { order: Order; limit: number; after: EventPageRequest['after'] }

function readEventQuery(query: Query, columns: readonly string[]): EventQuery {
  const limit = query.integer('limit', limits)
  const requestedSpan = readSpan(query)
  const cursor = query.get('cursor')
  const page = cursor === undefined ? null : readCursor(cursor)
  const order = readOrder(query, requestedSpan, page?.order)
  return { ...requestedSpan, ...readRowQuery(query, columns, ['source']), limit, order, after: page?.after ?? null }
}

function shown<Row extends { source: DataSource }>(
  { columns }: RowQuery,
  rows: readonly Row[],
  cellsOf: (row: Row) => Record<string, RowValue>,
): Record<string, RowValue>[] {
  if (columns === null) return rows.map(cellsOf)
  return rows.map((row) => pick({ ...cellsOf(row), source: row.source }, columns))
}

function isSettled({ to }: Span, now: number): boolean {
  return to !== undefined && to < now - 2 * dayMs
}

/** One page of events within the plan's delay and depth of history, and the fields beside its data. */
async function eventPage<Row extends { time: number; seq: number; source: string }>(
  ctx: Platform,
  request: DataRequest,
  { instrument, delayMs, earliest }: Entitled,
  query: EventQuery,
  read: (page: EventPageRequest) => Promise<Row[]>,
): Promise<{ rows: Row[]; beside: Beside }> {
  const { from, to, order, after, limit, source } = query
  if (earliest !== null && to !== undefined && to < earliest) throw notInPlan(null, request.locale)
  const known = request.now - delayMs
  const range = {
    from: Math.max(earliest ?? instantMin, from ?? instantMin),
    to: delayMs > 0 ? Math.min(to ?? known, known) : (to ?? instantMax),
  }
  const found = range.from > range.to ? [] : await read({ ...range, order, after, limit: limit + 1, source })
  const isMore = found.length > limit
  const rows = !isMore ? found : order === 'newest' ? found.slice(1) : found.slice(0, -1)
  const edge = order === 'newest' ? rows[0] : rows.at(-1)
  const isCut = earliest !== null && (from ?? instantMin) < earliest && (!isMore || order === 'oldest')
  const beside: Beside = {
    delay: delayMs / 1_000,
    ...(isMore && edge ? { nextCursor: writeCursor(order, edge) } : {}),
    ...(isCut ? { warning: 'history_limit' as const } : {}),
  }
  if (rows.length === 0) beside.reason = reasonFor(ctx, instrument, query, request.now)
  else if (ctx.settings.mode === 'sandbox') beside.source = [...new Set(rows.map(({ source }) => source))].sort().join()
  return { rows, beside }
}

function writeCursor(order: Order, { time, seq }: { time: number; seq: number }): string {
  return Buffer.from(`${order === 'newest' ? 'n' : 'o'}${time}.${seq}`).toString('base64url')
}

function readCursor(text: string): { order: Order; after: { time: number; seq: number } } {
  const match = /^([no])(-?\d{1,15})\.(\d{1,10})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  const [, letter, time, seq] = match ?? []
  if (!match || Number(seq) >= 2 ** 32) throw refuse('invalid_cursor', { param: 'cursor' })
  return { order: letter === 'n' ? 'newest' : 'oldest', after: { time: Number(time), seq: Number(seq) } }
}
