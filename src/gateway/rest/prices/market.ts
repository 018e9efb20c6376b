import { moversQuery, rankings, snapshotQuery } from '#src/contract/data/live.ts'
import type { Beside } from '#src/contract/envelope.ts'
import { type Adjustment, type AssetClass, adjustments } from '#src/contract/market.ts'
import { isFinal } from '#src/market/bars/bar-time.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { adjustBars } from '#src/market/history/adjust.ts'
import { readFactorsOf } from '#src/market/history/factors.ts'
import { readDaysOf, readStoredDays } from '#src/market/history/newest-days.ts'
import type { Instrument } from '#src/market/instruments/instrument.ts'
import { countByExchange, marketPage } from '#src/market/instruments/instruments.ts'
import { snapshotOfDays } from '#src/market/quotes/price-snapshot.ts'
import { notInPlan } from '#src/plans/not-in-plan.ts'
import type { Platform } from '#src/platform/platform.ts'
import { boardKeyOf } from '../../board.ts'
import { entitle, notEntitled } from '../../entitlement.ts'
import { dateOf } from '../files/day-file.ts'
import { regionOf, regionsSeen } from '../instruments/symbol-scope.ts'
import { boundsOf, type DataAnswer, type DataRequest } from '../wire/call.ts'
import { pageTable } from '../wire/pages.ts'
import { formatOf } from '../wire/respond.ts'
import { type LiveDeps, quoteColumns, quoteRow, sourceOf } from './live.ts'
import type { Rankings } from './rankings.ts'

export type MarketDeps = LiveDeps & { rankings: Rankings }

const pageBounds = boundsOf(snapshotQuery.page)
const sizeBounds = boundsOf(snapshotQuery.size)
const moversBounds = boundsOf(moversQuery.limit)

type MarketRequest = { region: string | null; sees: (region: string) => boolean; delayMs: number; beside: Beside }

/**
 * `/{class}/snapshot`: the newest quotes of a market, or its quotes at the end of a trading date, sorted by code.
 * Leaves out instruments without a price.
 */
export async function snapshot(deps: LiveDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const page = request.query.integer('page', pageBounds)
  const size = request.query.integer('size', sizeBounds)
  const { region, sees, delayMs, beside } = readMarket(deps, request, assetClass)
  const regions = region === null ? await regionsOf(deps.ctx, assetClass, sees) : [region]
  const { instruments, total } = await marketPage(deps.ctx, { class: assetClass, regions }, { page, size })
  const adjust = request.query.choice('adjust', adjustments) ?? 'none'
  const date = dateIn(request, assetClass, region)
  const rows =
    date === null
      ? await quotesOf(deps, instruments, delayMs, request.now)
      : await quotesOn(deps, instruments, { date, until: request.now - delayMs, adjust })
  const name = `${assetClass}-${region ?? 'all'}-snapshot`
  Object.assign(beside, sourceOf(deps, rows))
  return pageTable(request, rows.map(withoutSource), total, { page, size }, { name, columns: quoteColumns, beside })
}

/** `/{class}/movers`: the top of a ranking of the instruments that have a quote on the tape. */
export async function movers(deps: MarketDeps, request: DataRequest, assetClass: AssetClass): Promise<DataAnswer> {
  const by = request.query.choice('by', rankings) ?? 'gainers'
  const limit = request.query.integer('limit', moversBounds)
  const { region, sees, delayMs, beside } = readMarket(deps, request, assetClass)
  const board = delayMs === 0 ? deps.board : await deps.lateBoard(delayMs)
  const isRequested = (candidate: string) => (region === null || candidate === region) && sees(candidate)
  const found = await deps.rankings.top({ board, assetClass, by }, isRequested, limit)
  const rows = found.map(({ id, quote }) => quoteRow(id, quote))
  Object.assign(beside, sourceOf(deps, rows))
  const content = rows.map(withoutSource)
  const said: Beside = content.length === 0 ? { ...beside, reason: 'no_data' } : beside
  if (formatOf(request.query, request.headers) === 'json') return { kind: 'data', data: { content }, beside: said }
  return { kind: 'rows', rows: content, columns: quoteColumns, name: `${assetClass}-${by}`, beside: said }
}

function withoutSource({ source: _, ...row }: ReturnType<typeof quoteRow>) {
  return row
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
  const others = instruments.filter((instrument) => board.quote(boardKeyOf(instrument)) === null)
  const days = await readStoredDays(deps.ctx, others, delayMs === 0 ? 2 : 3)
  return instruments.flatMap((instrument) => {
    const stored = (days.get(instrument.id) ?? []).filter(
      ({ time }) => delayMs === 0 || isFinal(exchangeOf(deps.ctx, instrument), '1d', time, now - delayMs),
    )
    const quote = board.quote(boardKeyOf(instrument)) ?? snapshotOfDays(deps.ctx, instrument, stored, now)
    return quote ? [quoteRow(instrument, quote)] : []
  })
}

/** The requested trading date, which the plan must cover; null: the newest. */
function dateIn(request: DataRequest, assetClass: AssetClass, region: string | null): number | null {
  const text = request.query.get('date')
  if (text === undefined) return null
  const date = dateOf(text, 'date')
  const verdict = entitle(request, { class: assetClass, region, call: 'kline' })
  if (!verdict.allowed) throw notEntitled(verdict, request.locale)
  if (verdict.earliest !== null && date < verdict.earliest) throw notInPlan(null, request.locale)
  return date
}

type OfDate = { date: number; until: number; adjust: Adjustment }

/** The figures at the end of a trading date. A day that is not over has no figures. */
async function quotesOn({ ctx }: LiveDeps, instruments: readonly Instrument[], { date, until, adjust }: OfDate) {
  const days = await readDaysOf(ctx, instruments, date)
  const traded = instruments.filter(({ id }) => days.has(id))
  const factors =
    adjust === 'none'
      ? new Map()
      : await readFactorsOf(
          ctx,
          traded.map(({ id }) => id),
        )
  return traded.flatMap((instrument) => {
    if (!isFinal(exchangeOf(ctx, instrument), '1d', date, until)) return []
    const bars = adjustBars(days.get(instrument.id) ?? [], adjust, factors.get(instrument.id) ?? [], ({ time }) => time)
    const quote = snapshotOfDays(ctx, instrument, bars, until)
    return quote ? [quoteRow(instrument, quote)] : []
  })
}
