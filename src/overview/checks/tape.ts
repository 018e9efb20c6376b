import { assetClasses } from '#src/contract/market.ts'
import type { TapeClass } from '#src/contract/operator/now.ts'
import { minuteMs } from '#src/contract/time.ts'
import { isTrading, type Market, marketPrefix, readMarket } from '#src/market/calendar/market-hours.ts'
import type { Figures } from '#src/platform/figures/process-figures.ts'
import type { Platform } from '#src/platform/platform.ts'

/** A market is silent if it had no event for this long in its regular session. */
const silentMs = 3 * minuteMs
const longMs = 10 * minuteMs

type Holder = Pick<Platform, 'kept'>
type MarketAge = { market: Market; newestAt: number }

function marketAges(figures: readonly Figures[]): MarketAge[] {
  const newest = new Map<string, number>()
  for (const [name, at] of figures.flatMap((one) => Object.entries(one)))
    if (name.startsWith(marketPrefix)) newest.set(name, Math.max(at, newest.get(name) ?? 0))
  return [...newest].flatMap(([name, newestAt]) => {
    const market = readMarket(name.slice(marketPrefix.length))
    return market ? [{ market, newestAt }] : []
  })
}

/** Markets without an event in their running regular session, the longest silent first. */
export function silentMarkets(
  ctx: Holder,
  figures: readonly Figures[],
  now: number,
): (MarketAge & { isLong: boolean })[] {
  return marketAges(figures)
    .filter((age) => isSilent(ctx, age, now))
    .map((age) => ({ ...age, isLong: now - age.newestAt >= longMs }))
    .sort((a, b) => a.newestAt - b.newestAt)
}

export function tapeClasses(ctx: Holder, figures: readonly Figures[], now: number): TapeClass[] {
  const ages = marketAges(figures)
  return assetClasses.map((assetClass) => {
    const own = ages.filter(({ market }) => market.class === assetClass)
    return {
      class: assetClass,
      newestAt: own.length === 0 ? null : Math.max(...own.map(({ newestAt }) => newestAt)),
      trading: own.filter(({ market }) => isTrading(ctx, market, now, silentMs)).length,
      silent: own.filter((age) => isSilent(ctx, age, now)).length,
    }
  })
}

function isSilent(ctx: Holder, { market, newestAt }: MarketAge, now: number): boolean {
  return now - newestAt >= silentMs && isTrading(ctx, market, now, silentMs)
}
