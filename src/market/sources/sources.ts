import { type AssetClass, assetClasses, type DataSource } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import type { Actor } from '#src/platform/actor.ts'
import { type Figures, sharedFigures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'
import { hasReached } from '#src/platform/tape/offset.ts'
import { requireStaff } from '#src/staff/require-staff.ts'
import { sourceRank } from '../bars/bar.ts'
import { isTrading, marketPrefix, readMarket } from '../calendar/market-hours.ts'
import { marketTape, readChannel, tapeChannels } from '../tape.ts'
import { type FollowedSource, readFollowed } from './followed.ts'
import { type PushingSource, readPushing, type SourceOrder, type SourceSwitch } from './order.ts'
import { liveSources } from './source-figures.ts'
import * as store from './sources-store.ts'

/** A source is silent if it has no event for this time while one of its markets trades. */
const silentMs = 3 * minuteMs

export type SourceState = 'live' | 'silent' | 'closed'

/**
 * One source of one class. `rank`: 1 has priority for bars. `lagMs`: the time from its newest trade to the trade's
 * arrival on the tape.
 */
export type ShownSource = {
  source: DataSource
  class: AssetClass
  rank: number
  state: SourceState
  at: number
  rate: number
  lagMs: number
}

/**
 * A class's recorder. `behindMs`: the time for which entries have waited on the tape; 0: no entry waits; null: nothing
 * is recorded.
 */
export type Recording = {
  class: AssetClass
  behindMs: number | null
  notedAt: number | null
  gaps: number
  newestGapAt: number | null
}

export type Sources = {
  /** Whether any gateway shares its figures. If not, nothing is known about live sources. */
  isReported: boolean
  sources: ShownSource[]
  /** Sources from which the product itself fetches data. */
  followed: FollowedSource[]
  /**
   * Sources whose programs push data. `orders`: the preferred sources; `switches`: the latest changes of an
   * instrument's source.
   */
  pushing: PushingSource[]
  orders: SourceOrder[]
  switches: SourceSwitch[]
  recordings: Recording[]
  imports: { class: string; series: number; last: number; updatedAt: number }[]
}

/** All sources of data with their freshness and recording state, and the gaps of the last 24 hours. */
export async function readSources(ctx: Platform, actor: Actor): Promise<Sources> {
  await requireStaff(ctx, actor, 'source.list')
  const figures = await sharedFigures(ctx)
  const now = ctx.clock.now()
  const sources = liveSources(figures).map((one) => ({
    ...one,
    rank: sourceRank(one.source),
    state: stateOf(ctx, figures, one, now),
  }))
  return {
    isReported: figures.length > 0,
    sources: sources.sort((a, b) => assetClasses.indexOf(a.class) - assetClasses.indexOf(b.class) || a.rank - b.rank),
    followed: await readFollowed(ctx),
    ...(await readPushing(ctx)),
    recordings: await recordingsOf(ctx, now),
    imports: await store.importedSeries(ctx.postgres.db),
  }
}

function stateOf(
  ctx: Platform,
  figures: readonly Figures[],
  { class: assetClass, at }: { class: AssetClass; at: number },
  now: number,
): SourceState {
  if (now - at < silentMs) return 'live'
  const names = figures.flatMap((one) => Object.keys(one)).filter((name) => name.startsWith(marketPrefix))
  const markets = [...new Set(names)].flatMap((name) => readMarket(name.slice(marketPrefix.length)) ?? [])
  const trades = markets.some((market) => market.class === assetClass && isTrading(ctx, market, now, silentMs))
  return trades ? 'silent' : 'closed'
}

async function recordingsOf(ctx: Platform, now: number): Promise<Recording[]> {
  const { db } = ctx.postgres
  const [offsets, gaps] = [await store.recorded(db), await store.gapsSince(db, now - dayMs)]
  const behind = async (channel: string) => {
    const known = offsets.get(channel)
    const { newest } = await marketTape(ctx).bounds(channel)
    if (!known || !newest) return []
    return [hasReached(known.offset, newest) ? 0 : Math.max(0, now - known.at)]
  }
  return Promise.all(
    assetClasses.map(async (name) => {
      const channels = tapeChannels(ctx, { class: name })
      const lost = [...gaps].filter(([channel]) => readChannel(channel).class === name).map(([, gap]) => gap)
      return {
        class: name,
        behindMs: latest((await Promise.all(channels.map(behind))).flat()),
        notedAt: latest(channels.flatMap((channel) => offsets.get(channel)?.at ?? [])),
        gaps: lost.reduce((sum, { count }) => sum + count, 0),
        newestGapAt: latest(lost.map(({ newestAt }) => newestAt)),
      }
    }),
  )
}

function latest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}
