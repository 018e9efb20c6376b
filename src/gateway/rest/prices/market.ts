import { moversQuery, rankings, snapshotQuery } from '#src/contract/data/live.ts'
import type { Beside } from '#src/contract/envelope.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { readStoredDays } from '#src/market/history/newest-days.ts'
import { type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import { countByExchange, marketPage } from '#src/market/instruments/instruments.ts'
import { snapshotOfDays } from '#src/market/quotes/price-snapshot.ts'
import type { Platform } from '#src/platform/platform.ts'
import { entitle } from '../../entitlement.ts'
import { regionOf, regionsSeen } from '../instruments/symbol-scope.ts'
import { boundsOf, type DataAnswer, type DataRequest } from '../wire/call.ts'
import { pageTable } from '../wire/pages.ts'
import { formatOf } from '../wire/respond.ts'
import { type LiveDeps, quoteColumns, quoteRow } from './live.ts'
import type { Rankings } from './rankings.ts'

export type MarketDeps = LiveDeps & { rankings: Rankings }

const pageBounds = boundsOf(snapshotQuery.page)
const sizeBounds = boundsOf(snapshotQuery.size)
const moversBounds = boundsOf(moversQuery.limit)

type MarketRequest = { region: string | null; sees: (region: string) => boolean; delayMs: number; beside: Beside }

/** `/{class}/snapshot`: the newest quotes of a market, sorted by code. Instruments without any price are left out. */
export async function snapshot(deps: LiveDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const page = request.query.integer('page', pageBounds)
  const size = request.query.integer('size', sizeBounds)
  const { region, sees, delayMs, beside } = readMarket(deps, request, assetClass)
  const regions = region === null ? await regionsOf(deps.ctx, assetClass, sees) : [region]
  const { instruments, total } = await marketPage(deps.ctx, { class: assetClass, regions }, { page, size })
  const rows = await quotesOf(deps, instruments, delayMs, request.now)
  const name = `${assetClass}-${region ?? 'all'}-snapshot`
  return pageTable(request, rows, total, { page, size }, { name, columns: quoteColumns, beside })
}

/** `/{class}/movers`: the top of a ranking of all instruments with a quote on the tape. */
export async function movers(deps: MarketDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const by = request.query.choice('by', rankings) ?? 'gainers'
  const limit = request.query.integer('limit', moversBounds)
  const { region, sees, delayMs, beside } = readMarket(deps, request, assetClass)
  const board = delayMs === 0 ? deps.board : await deps.lateBoard(delayMs)
  const isRequested = (candidate: string) => (region === null || candidate === region) && sees(candidate)
  const content = deps.rankings.top({ board, assetClass, by }, isRequested, limit).map(({ id, quote }) => {
    const { source: _, ...row } = quoteRow(id, quote)
    return row
  })
  const said: Beside = content.length === 0 ? { ...beside, reason: 'no_data' } : beside
  if (formatOf(request.query, request.headers) === 'json') return { kind: 'data', data: { content }, beside: said }
  return { kind: 'rows', rows: content, columns: quoteColumns, name: `${assetClass}-${by}`, beside: said }
}

function readMarket({ staleness }: LiveDeps, request: DataRequest, assetClass: AssetClass): MarketRequest {
  const { region, ignored } = regionOf(request, assetClass)
  const sees = regionsSeen(request, assetClass, region, 'quote')
  const verdict = entitle(request, { class: assetClass, region, call: 'quote' })
  const delayMs = verdict.allowed ? verdict.delayMs : 0
  const stale =
    region === null ? staleness.ofClass(assetClass, delayMs) : staleness.of({ class: assetClass, region }, delayMs)
  const beside: Beside = {
    delay: delayMs / 1_000,
    ...(stale !== undefined && { stale }),
    ...(ignored && { warning: 'region_ignored' }),
  }
  return { region, sees, delayMs, beside }
}

async function regionsOf(ctx: Platform, assetClass: AssetClass, sees: MarketRequest['sees']): Promise<string[]> {
  const listed = await countByExchange(ctx, assetClass)
  return [...new Set(listed.map(({ region }) => region))].filter(sees)
}

async function quotesOf(deps: LiveDeps, instruments: readonly Instrument[], delayMs: number, now: number) {
  const board = delayMs === 0 ? deps.board : await deps.lateBoard(delayMs)
  const others = instruments.filter((instrument) => board.quote(keyOf(instrument)) === null)
  const days = await readStoredDays(deps.ctx, others, delayMs === 0 ? 2 : 3)
  return instruments.flatMap((instrument) => {
    const stored = (days.get(instrument.id) ?? []).filter(
      ({ time }) => delayMs === 0 || isFinal(exchangeOf(deps.ctx, instrument), '1d', time, now - delayMs),
    )
    const quote = board.quote(keyOf(instrument)) ?? snapshotOfDays(deps.ctx, instrument, stored, now)
    if (!quote) return []
    const { source: _, ...row } = quoteRow(instrument, quote)
    return [row]
  })
}
