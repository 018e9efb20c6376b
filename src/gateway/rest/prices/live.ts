import type { Beside, EmptyReason } from '#src/contract/envelope.ts'
import { type AssetClass, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Bar } from '#src/market/bars/bar.ts'
import { barStarting, isFinal } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { sessionAt } from '#src/market/calendar/session.ts'
import { readBars } from '#src/market/history/history.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { type PriceSnapshot, snapshotOfDays } from '#src/market/quotes/price-snapshot.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import type { DataCall } from '#src/plans/entitlement.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Board, boardKeyOf } from '../../board.ts'
import type { Staleness } from '../../staleness.ts'
import { whenKnown } from '../../when-known.ts'
import type { Directory } from '../instruments/directory.ts'
import { type Entitled, manyInstruments, oneInstrument } from '../instruments/instrument-call.ts'
import type { DataAnswer, DataRequest, RowValue } from '../wire/call.ts'
import { formatOf } from '../wire/respond.ts'

/** `lateBoard`: returns the board as it was `delayMs` ago. */
export type LiveDeps = {
  ctx: Platform
  directory: Directory
  search: SearchIndex
  board: Board
  lateBoard: (delayMs: number) => Promise<Board>
  staleness: Staleness
}
export type LiveKind = 'tick' | 'quote' | 'depth'

export const quoteColumns = ['s', 'r', 'ld', 'o', 'p', 'h', 'l', 't', 'v', 'tu', 'ts', 'ch', 'chp'] as const

const columns: Record<LiveKind, readonly string[]> = {
  tick: ['s', 'r', 'ld', 't', 'v', 'te'],
  quote: quoteColumns,
  depth: ['s'],
}

type Level = { po: number; p: number; v: number; o: number }
type Shown = Record<string, RowValue | Level[]>
type Row = Record<string, RowValue>

/** Depth levels are lists, which no row of a table can hold. */
const isRow = (shown: Shown): shown is Row => !Object.values(shown).some(Array.isArray)

/** `/{class}/tick`, `/quote`, `/depth`: the newest state on the board, or else the end of stored history. */
export function live(
  deps: LiveDeps,
  request: DataRequest,
  assetClass: AssetClass,
  kind: LiveKind,
): DataAnswer | Promise<DataAnswer> {
  const entitled = oneInstrument(deps, request, assetClass, kind satisfies DataCall)
  return whenKnown(entitled, (known) => liveOf(deps, request, kind, known))
}

function liveOf(
  deps: LiveDeps,
  request: DataRequest,
  kind: LiveKind,
  entitled: Entitled,
): DataAnswer | Promise<DataAnswer> {
  const shown = show(deps, entitled, kind, request.now)
  return whenKnown(shown, (known) => answerOf(deps, request, kind, entitled, known))
}

function answerOf(
  deps: LiveDeps,
  request: DataRequest,
  kind: LiveKind,
  entitled: Entitled,
  shown: Shown | null,
): DataAnswer {
  const beside = freshnessOf(deps, entitled)
  if (!shown)
    return {
      kind: 'data',
      data: null,
      beside: { ...beside, reason: emptyReason(deps.ctx, entitled.instrument, request.now) },
    }
  Object.assign(beside, sourceOf(deps, [shown]))
  const { source: _, ...data } = shown
  if (!isRow(data) || formatOf(request.query, request.headers) === 'json') return { kind: 'data', data, beside }
  const name = `${entitled.instrument.class}-${entitled.instrument.region}-${entitled.instrument.code}-${kind}`
  return { kind: 'rows', rows: [data], beside, columns: columns[kind], name }
}

export async function lives(
  deps: LiveDeps,
  request: DataRequest,
  assetClass: AssetClass,
  kind: LiveKind,
): Promise<DataAnswer> {
  const { entitled, reasons } = await manyInstruments(deps.directory, request, assetClass, kind)
  const found: [name: string, Shown][] = []
  const why: Record<string, unknown> = { ...reasons }
  let fresh: Beside = { delay: 0 }
  for (const one of entitled) {
    const shown = await show(deps, one, kind, request.now)
    if (shown) {
      fresh = worse(fresh, sourceOf(deps, [shown]))
      const { source: _, ...rest } = shown
      found.push([one.name, rest])
    } else why[one.name] = { reason: emptyReason(deps.ctx, one.instrument, request.now) }
    fresh = worse(fresh, freshnessOf(deps, one))
  }
  const beside: Beside = { ...fresh, ...(Object.keys(why).length > 0 ? { reasons: why } : {}) }
  if (kind === 'depth' || formatOf(request.query, request.headers) === 'json')
    return { kind: 'data', data: Object.fromEntries(found), beside }
  return {
    kind: 'rows',
    rows: found.map(([s, shown]) => ({ ...shown, s })).filter(isRow),
    beside,
    columns: columns[kind],
    name: `${assetClass}-${kind}`,
  }
}

/** The plan's delay, and the time since a stopped market's last event, both in seconds. */
export function freshnessOf({ staleness }: Pick<LiveDeps, 'staleness'>, { instrument, delayMs }: Entitled): Beside {
  const stale = staleness.of(instrument, delayMs)
  return { delay: delayMs / 1_000, ...(stale !== undefined && { stale }) }
}

/** The fields of rows of two instruments: the greater delays, the newer factor date, and the sources of both. */
export function worse(one: Beside, other: Beside): Beside {
  const stale = Math.max(one.stale ?? 0, other.stale ?? 0)
  const source = namesIn([one.source, other.source])
  const [older, newer] = [one.adjust, other.adjust].sort((a, b) =>
    (a?.factorDate ?? '').localeCompare(b?.factorDate ?? ''),
  )
  const adjust = newer ?? older
  return {
    delay: Math.max(one.delay ?? 0, other.delay ?? 0),
    ...(stale > 0 && { stale }),
    ...(source !== '' && { source }),
    ...(adjust && { adjust }),
  }
}

/** In a sandbox: the sources of the rows. */
export function sourceOf(
  { ctx }: Pick<LiveDeps, 'ctx'>,
  rows: readonly { source?: unknown }[],
): Pick<Beside, 'source'> {
  if (ctx.settings.mode !== 'sandbox' || rows.length === 0) return {}
  return { source: namesIn(rows.map(({ source }) => `${source}`)) }
}

function namesIn(lists: readonly (string | undefined)[]): string {
  const names = new Set(lists.flatMap((list) => list?.split(',') ?? []))
  return [...names].sort().join(',')
}

export function emptyReason(ctx: Platform, instrument: Instrument, now: number): EmptyReason {
  return sessionAt(exchangeOf(ctx, instrument), now) === 'closed' ? 'closed' : 'no_data'
}

function show(deps: LiveDeps, entitled: Entitled, kind: LiveKind, now: number): Shown | null | Promise<Shown | null> {
  if (entitled.delayMs === 0) return shownOn(deps, deps.board, entitled.instrument, kind, null)
  const until = now - entitled.delayMs
  return deps.lateBoard(entitled.delayMs).then((board) => shownOn(deps, board, entitled.instrument, kind, until))
}

/** A tick or quote that the board lacks comes from stored history up to `until`; null: all stored history. */
function shownOn(
  deps: LiveDeps,
  board: Board,
  instrument: Instrument,
  kind: LiveKind,
  until: number | null,
): Shown | null | Promise<Shown | null> {
  if (kind === 'depth') return depth(board, instrument)
  return kind === 'tick' ? tick(deps, board, instrument, until) : quote(deps, board, instrument, until)
}

async function tickOfBars(deps: LiveDeps, instrument: Instrument, until: number | null): Promise<Shown | null> {
  const head = { s: instrument.code, r: instrument.region }
  if (until === null) {
    const day = await quoteOfDays(deps, instrument, null)
    return day && { ...head, ld: day.ld, t: day.t, v: 0, te: 0, source: day.source }
  }
  const last = await lastBar(deps, instrument, until)
  return last && { ...head, ld: last.bar.close, t: last.end, v: 0, te: 0, source: last.bar.source }
}

function tick(
  deps: LiveDeps,
  board: Board,
  instrument: Instrument,
  until: number | null,
): Shown | Promise<Shown | null> {
  const key = boardKeyOf(instrument)
  const head = { s: instrument.code, r: instrument.region }
  const last = board.tick(key)
  if (last) return { ...head, ld: last.price, t: last.time, v: last.volume, te: last.session, source: last.source }
  const bar = board.bar(key)
  if (bar) return { ...head, ld: bar.close, t: bar.time, v: bar.volume, te: 0, source: bar.source }
  return tickOfBars(deps, instrument, until)
}

/** The newest price, as in `/quote`, with its time in ms. */
export async function newestPrice(
  deps: LiveDeps,
  entitled: Entitled,
  now: number,
): Promise<{ price: number; time: number; source: unknown } | null> {
  const shown = await show(deps, entitled, 'quote', now)
  if (typeof shown?.ld !== 'number' || typeof shown.t !== 'number') return null
  return { price: shown.ld, time: shown.t, source: shown.source }
}

/** The stored bar of at most a day that ended last, at `until` or before, with its end in ms UTC. */
export async function lastBar(
  { ctx, directory }: LiveDeps,
  instrument: Instrument,
  until: number,
): Promise<{ bar: Bar; end: number } | null> {
  const coverage = await directory.coverage(instrument.id)
  const lengths = [...coverage.keys()].filter((interval) => intervalMs[interval] <= dayMs)
  const found = await Promise.all(
    lengths.map(async (interval) => {
      // The newest bar may not have ended.
      const bars = await readBars(ctx, { instrument, interval, to: until, limit: 2, order: 'newest', coverage })
      return bars.map((bar) => ({ bar, end: barStarting(exchangeOf(ctx, instrument), interval, bar.time).end }))
    }),
  )
  const ended = found.flat().filter(({ end }) => end <= until)
  return ended.sort((a, b) => b.end - a.end)[0] ?? null
}

function quote(
  deps: LiveDeps,
  board: Board,
  instrument: Instrument,
  until: number | null,
): Shown | Promise<Shown | null> {
  const last = board.quote(boardKeyOf(instrument))
  return last ? quoteRow(instrument, last) : quoteOfDays(deps, instrument, until)
}

export function quoteRow({ code, region }: Pick<Instrument, 'code' | 'region'>, snapshot: PriceSnapshot) {
  const { open, previousClose, high, low, time, volume, turnover, change, changePercent, source } = snapshot
  return {
    s: code,
    r: region,
    ld: snapshot.last,
    o: open,
    p: previousClose,
    h: high,
    l: low,
    t: time,
    v: volume,
    tu: turnover,
    ts: snapshot.tradingStatus,
    ch: change,
    chp: changePercent,
    source,
  }
}

async function quoteOfDays(
  { ctx, directory }: LiveDeps,
  instrument: Instrument,
  until: number | null,
): Promise<ReturnType<typeof quoteRow> | null> {
  const coverage = await directory.coverage(instrument.id)
  const to = until ?? undefined
  const days = await readBars(ctx, { instrument, interval: '1d', to, limit: 3, order: 'newest', coverage })
  const ended = days.filter(({ time }) => until === null || isFinal(exchangeOf(ctx, instrument), '1d', time, until))
  const snapshot = snapshotOfDays(ctx, instrument, ended, ctx.clock.now())
  if (!snapshot || !coverage.has('1m')) return snapshot && quoteRow(instrument, snapshot)
  // The price of a day with minutes is of its last minute, not of the end of the day, which may be later than trading.
  const minute = (await readBars(ctx, { instrument, interval: '1m', to, limit: 1, order: 'newest', coverage })).at(-1)
  const isPriced = minute && minute.time >= (ended.at(-1)?.time ?? 0) && minute.close === snapshot.last
  const time = isPriced ? Math.min(snapshot.time, minute.time + minuteMs) : snapshot.time
  return quoteRow(instrument, { ...snapshot, time })
}

function depth(board: Board, instrument: Instrument): Shown | null {
  const book = board.depth(boardKeyOf(instrument))
  if (!book) return null
  const side = (levels: typeof book.asks): Level[] =>
    levels.map((level, index) => ({ po: index + 1, p: level.price, v: level.volume, o: level.orders }))
  return {
    s: instrument.code,
    r: instrument.region,
    t: book.time,
    a: side(book.asks),
    b: side(book.bids),
    source: book.source,
  }
}
