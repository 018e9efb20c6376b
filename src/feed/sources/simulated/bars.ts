import { type Bar, roundTo } from '#src/market/bars/bar.ts'
import { Chance, seedOf } from './chance.ts'
import { asVolume, onGrid, type Profile } from './profile.ts'

/** How busy a minute is: most at the open and the close, least in between. `share` is how far into the session it lies, 0 to 1. */
export function activity(share: number): number {
  const edge = Math.abs(share - 0.5) * 2
  return 0.55 + 1.5 * edge ** 4
}

/** A bar and the level it ended at, off the price grid: moves smaller than a step add up from bar to bar. */
export type Simulated = { bar: Bar; level: number }

/** One simulated minute that begins at the level the last one ended at. The same minute always comes out the same. */
export function simulateMinute(profile: Profile, time: number, from: number, share: number): Simulated {
  const chance = new Chance(seedOf(profile.seed, 'm', time))
  const busy = activity(share)
  return simulateBar(
    profile,
    time,
    from,
    chance,
    profile.minuteVolatility * Math.sqrt(busy),
    profile.minuteVolume * busy,
  )
}

/** One simulated day; `date` is 00:00 UTC of the trading date. `minutes` a day's length, for its volume. */
export function simulateDay(profile: Profile, date: number, from: number, minutes: number): Simulated {
  const chance = new Chance(seedOf(profile.seed, 'd', date))
  const gap = from * Math.exp(profile.dayVolatility * 0.3 * chance.normal())
  return simulateBar(profile, date, gap, chance, profile.dayVolatility, profile.minuteVolume * minutes)
}

function simulateBar(
  profile: Profile,
  time: number,
  from: number,
  chance: Chance,
  volatility: number,
  usualVolume: number,
): Simulated {
  const open = onGrid(profile, from)
  const level = from * Math.exp(volatility * chance.normal())
  const close = onGrid(profile, level)
  const reach = volatility * 0.6
  const high = onGrid(profile, Math.max(open, close) * Math.exp(reach * chance.next()))
  const low = onGrid(profile, Math.min(open, close) * Math.exp(-reach * chance.next()))
  const volume = asVolume(profile, usualVolume * (0.3 + 1.4 * chance.next()))
  const turnover = roundTo(((open + high + low + close) / 4) * volume, 2)
  return { bar: { time, open, high, low, close, volume, turnover, source: 'simulated' }, level }
}
