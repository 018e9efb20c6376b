import { type Bar, roundTo } from '#src/market/bars/bar.ts'
import { Chance, seedOf } from './chance.ts'
import { asVolume, onGrid, type Profile } from './profile.ts'

/**
 * The activity of a minute: highest at open and close, lowest in the middle. `share`: the minute's position in the
 * session, 0 to 1.
 */
export function activity(share: number): number {
  const edge = Math.abs(share - 0.5) * 2
  return 0.55 + 1.5 * edge ** 4
}

/** A bar and its final unrounded price. The price is kept, so that moves below a price step add up from bar to bar. */
export type Simulated = { bar: Bar; level: number }

/** One simulated minute. It starts at the last price of the previous minute. The same inputs produce the same bar. */
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

/**
 * One simulated day. `date`: 00:00 UTC of the trading date, ms. `minutes`: the length of the day, by which its volume
 * is scaled.
 */
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
