import { type AssetClass, assetClasses, type Interval, intervals } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import { type Figures, sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { isIntraday } from '../bars/interval.ts'
import { isTrading, marketName, marketPrefix } from '../calendar/market-hours.ts'
import { countByExchange, type ExchangeCount } from '../instruments/instruments.ts'
import { liveSources } from '../sources/source-figures.ts'
import * as store from './coverage-store.ts'

/** A market without an event for this time is not live, ms. */
const silentMs = 3 * minuteMs

/** `silent`: the session is open, but no events arrive. `stored`: no source feeds the class, which has only history. */
export type LiveState = 'live' | 'closed' | 'silent' | 'stored'

/** A class's exchange. Times in ms. `days`: the time of the first bar of any interval. */
export type PublicExchange = {
  exchange: string
  region: string
  /** The number of listed instruments. `stored`: the highest number that have bars of one interval, or ticks. */
  instruments: number
  stored: number
  days: number | null
  /** The finest stored interval, if it is below a day. */
  intraday: { interval: Interval; first: number } | null
  ticks: number | null
  last: number
  state: LiveState
}

/** `others`: the number of exchanges whose instruments have no stored data. */
export type PublicClass = { class: AssetClass; covered: PublicExchange[]; others: number }

/**
 * Stored data by class and exchange at the last count (`countedAt`; null before the first count), and whether the data
 * is live.
 */
export async function publicCoverage(
  ctx: Platform,
): Promise<{ countedAt: number | null; now: number; classes: PublicClass[] }> {
  const { db } = ctx.postgres
  const [counted, rows, listed, figures] = await Promise.all([
    store.lastCount(db),
    store.coverageRows(db),
    countByExchange(ctx),
    sharedFigures(ctx),
  ])
  const classes = assetClasses.map((assetClass) => {
    const own = listed.filter((one) => one.class === assetClass)
    const exchanges = [...new Set(own.map(({ exchange }) => exchange))]
    const stored = rows.filter((row) => row.class === assetClass)
    const covered = exchanges.flatMap((exchange) => {
      const kinds = stored.filter((row) => row.exchange === exchange)
      const counts = own.filter((one) => one.exchange === exchange)
      return kinds.length === 0 ? [] : [coverageOf(ctx, kinds, counts, figures)]
    })
    return { class: assetClass, covered, others: exchanges.length - covered.length }
  })
  return { countedAt: counted?.at ?? null, now: ctx.clock.now(), classes }
}

/** `counts`: the number of the exchange's instruments by region, largest region first. */
function coverageOf(
  ctx: Platform,
  kinds: readonly store.CoverageRow[],
  counts: readonly ExchangeCount[],
  figures: readonly Figures[],
): PublicExchange {
  const [{ class: assetClass, exchange, region }] = counts as [ExchangeCount]
  const bars = kinds.filter(({ kind }) => kind !== store.ticks)
  const intraday = intervals.flatMap((interval) => {
    const found = isIntraday(interval) ? bars.find(({ kind }) => kind === interval) : undefined
    return found ? [{ interval, first: found.first }] : []
  })
  return {
    ...{ exchange, region },
    instruments: counts.reduce((sum, { instruments }) => sum + instruments, 0),
    stored: Math.max(...kinds.map(({ instruments }) => instruments)),
    days: bars.length === 0 ? null : Math.min(...bars.map(({ first }) => first)),
    intraday: intraday[0] ?? null,
    ticks: kinds.find(({ kind }) => kind === store.ticks)?.first ?? null,
    last: Math.max(...kinds.map(({ last }) => last)),
    state: stateOf(ctx, { class: assetClass, exchange, region }, figures),
  }
}

function stateOf(
  ctx: Platform,
  listing: { class: AssetClass; exchange: string; region: string },
  figures: readonly Figures[],
): LiveState {
  const now = ctx.clock.now()
  const market = marketPrefix + marketName(listing)
  const newest = Math.max(...figures.map((one) => one[market] ?? Number.NEGATIVE_INFINITY))
  if (now - newest < silentMs) return 'live'
  if (!liveSources(figures).some((source) => source.class === listing.class)) return 'stored'
  return newest > 0 && isTrading(ctx, listing, now, silentMs) ? 'silent' : 'closed'
}
