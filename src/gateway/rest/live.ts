import type { AssetClass } from '#src/contract/market.ts'
import { lastClose } from '#src/market/bars.ts'
import { exchangeOf } from '#src/market/exchange.ts'
import { readBars } from '#src/market/history.ts'
import { type Instrument, keyOf } from '#src/market/instrument.ts'
import type { SearchIndex } from '#src/market/search/search-index.ts'
import { dayEnd, sessionAt } from '#src/market/session.ts'
import type { DataCall } from '#src/plans/entitlement.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Board } from '../board.ts'
import type { Beside, DataAnswer, DataRequest, RowValue } from './call.ts'
import type { Directory } from './directory.ts'
import { type Granted, manyInstruments, oneInstrument } from './instrument-call.ts'
import { formatOf } from './respond.ts'

export type LiveDeps = { ctx: Platform; directory: Directory; search: SearchIndex; board: Board }
export type LiveKind = 'tick' | 'quote' | 'depth'

const columns: Record<LiveKind, readonly string[]> = {
  tick: ['s', 'ld', 't', 'v', 'te'],
  quote: ['s', 'ld', 'o', 'p', 'h', 'l', 't', 'v', 'tu', 'ts', 'ch', 'chp'],
  depth: ['s'],
}

type Level = { po: number; p: number; v: number; o: number }
type Shown = Record<string, RowValue | Level[]>

/** `/{class}/tick`, `/quote`, `/depth`: the board's newest state, or the end of stored history where the board has none. */
export async function live(
  deps: LiveDeps,
  request: DataRequest,
  assetClass: AssetClass,
  kind: LiveKind,
): Promise<DataAnswer> {
  const granted = await oneInstrument(deps, request, assetClass, kind satisfies DataCall)
  const shown = await show(deps, granted, kind, request.now)
  const beside: Beside = { delay: granted.delayMs / 1000 }
  if (!shown)
    return { kind: 'data', data: [], beside: { ...beside, reason: emptyReason(granted.instrument, request.now) } }
  if (deps.ctx.settings.mode === 'sandbox') beside.source = String(shown.source)
  const { source: _, ...data } = shown
  if (kind === 'depth' || formatOf(request.query, request.headers) === 'json') return { kind: 'data', data, beside }
  const name = `${assetClass}-${granted.instrument.region}-${granted.instrument.code}-${kind}`
  return { kind: 'rows', rows: [data as Record<string, RowValue>], beside, columns: columns[kind], name }
}

/** The batch form: an object by code. */
export async function lives(
  deps: LiveDeps,
  request: DataRequest,
  assetClass: AssetClass,
  kind: LiveKind,
): Promise<DataAnswer> {
  const { granted, reasons } = await manyInstruments(deps.directory, request, assetClass, kind)
  const data: Record<string, Shown> = {}
  const why: Record<string, unknown> = { ...reasons }
  let delay = 0
  for (const one of granted) {
    const shown = await show(deps, one, kind, request.now)
    if (shown) {
      const { source: _, ...rest } = shown
      data[one.instrument.code] = rest
    } else why[one.instrument.code] = { reason: emptyReason(one.instrument, request.now) }
    delay = Math.max(delay, one.delayMs / 1000)
  }
  const beside: Beside = { delay, ...(Object.keys(why).length > 0 ? { reasons: why } : {}) }
  if (kind === 'depth' || formatOf(request.query, request.headers) === 'json') return { kind: 'data', data, beside }
  return {
    kind: 'rows',
    rows: Object.values(data) as Record<string, RowValue>[],
    beside,
    columns: columns[kind],
    name: `${assetClass}-${kind}`,
  }
}

function emptyReason(instrument: Instrument, now: number): string {
  return sessionAt(exchangeOf(instrument), now) === 'closed' ? 'closed' : 'no_data'
}

function show(deps: LiveDeps, granted: Granted, kind: LiveKind, now: number): Promise<Shown | null> {
  const isLive = granted.delayMs === 0
  if (kind === 'tick') return tick(deps, granted.instrument, isLive)
  if (kind === 'quote') return quote(deps, granted.instrument, isLive ? undefined : now - granted.delayMs)
  return Promise.resolve(isLive ? depth(deps, granted.instrument) : null)
}

async function tick({ ctx, board }: LiveDeps, instrument: Instrument, isLive: boolean): Promise<Shown | null> {
  const last = isLive ? board.tick(keyOf(instrument)) : null
  if (last)
    return {
      s: instrument.code,
      r: instrument.region,
      ld: last.price,
      t: last.time,
      v: last.volume,
      te: last.session,
      source: last.source,
    }
  const bar = isLive ? board.bar(keyOf(instrument)) : null
  if (bar) {
    return {
      s: instrument.code,
      r: instrument.region,
      ld: bar.close,
      t: bar.time,
      v: bar.volume,
      te: 0,
      source: bar.source,
    }
  }
  const end = await lastClose(ctx, instrument.id)
  return (
    end && { s: instrument.code, r: instrument.region, ld: end.close, t: end.time, v: 0, te: 0, source: end.source }
  )
}

const tradingStatus: Record<Instrument['state'], number> = { listed: 0, suspended: 1, delisted: 2 }

async function quote(
  { ctx, board, directory }: LiveDeps,
  instrument: Instrument,
  until: number | undefined,
): Promise<Shown | null> {
  const head = { s: instrument.code, r: instrument.region }
  const last = until === undefined ? board.quote(keyOf(instrument)) : null
  if (last) {
    const {
      last: ld,
      open: o,
      previousClose: p,
      high: h,
      low: l,
      time: t,
      volume: v,
      turnover: tu,
      tradingStatus: ts,
    } = last
    return { ...head, ld, o, p, h, l, t, v, tu, ts, ch: last.change, chp: last.changePercent, source: last.source }
  }
  const coverage = await directory.coverage(instrument.id)
  const days = await readBars(ctx, { instrument, interval: '1d', to: until, limit: 2, order: 'newest', coverage })
  const day = days.at(-1)
  if (!day) return null
  const p = days.length > 1 ? (days[0]?.close ?? day.open) : day.open
  const ch = round(day.close - p)
  return {
    ...head,
    ld: day.close,
    o: day.open,
    p,
    h: day.high,
    l: day.low,
    t: dayEnd(exchangeOf(instrument), day.time),
    v: day.volume,
    tu: day.turnover,
    ts: tradingStatus[instrument.state],
    ch,
    chp: p === 0 ? 0 : Math.round((ch / p) * 1e6) / 1e4,
    source: day.source,
  }
}

function depth({ board }: LiveDeps, instrument: Instrument): Shown | null {
  const book = board.depth(keyOf(instrument))
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

function round(value: number): number {
  return Math.round(value * 1e10) / 1e10
}
