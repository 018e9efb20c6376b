import type { AssetClass } from '#src/contract/market.ts'
import { roundTo } from '#src/market/bars/bar.ts'
import { type Exchange, isMetal } from '#src/market/calendar/exchange.ts'
import { exchangeOf } from '#src/market/calendar/exchange-of.ts'
import { decimalsOf, type Instrument, keyOf } from '#src/market/instruments/instrument.ts'
import type { Platform } from '#src/platform/platform.ts'
import { seedOf } from './chance.ts'

export type Profile = {
  key: string
  instrumentId: number
  class: AssetClass
  /** The exchange with its current hours, which may change while the source runs. */
  readonly exchange: Exchange
  seed: number
  startPrice: number
  step: number
  decimals: number
  /** Standard deviations of the logarithmic return: of a day, and of a minute. */
  dayVolatility: number
  minuteVolatility: number
  tradesPerMinute: number
  tradeSize: number
  minuteVolume: number
  spreadSteps: number
}

type Habit = { yearVolatility: number; days: number; minutes: number; turnover: number; spread: number }

/** Yearly volatility, trading days a year, minutes a day, money traded a minute, spread as a fraction of the price. */
const habits: Record<AssetClass, Habit> = {
  stock: { yearVolatility: 0.28, days: 252, minutes: 390, turnover: 900_000, spread: 0.0002 },
  fund: { yearVolatility: 0.17, days: 252, minutes: 390, turnover: 2_500_000, spread: 0.0001 },
  indices: { yearVolatility: 0.16, days: 252, minutes: 390, turnover: 4_000_000, spread: 0.0001 },
  future: { yearVolatility: 0.2, days: 252, minutes: 1380, turnover: 6_000_000, spread: 0.0001 },
  forex: { yearVolatility: 0.08, days: 260, minutes: 1440, turnover: 3_000_000, spread: 0.00008 },
  crypto: { yearVolatility: 0.6, days: 365, minutes: 1440, turnover: 1_200_000, spread: 0.0001 },
}

/** Instruments that visitors without a key see; each trades about once a second. */
const shown = new Set([
  'stock:AAPL$US',
  'stock:700$HK',
  'forex:EURUSD$GB',
  'crypto:BTCUSD$BA',
  'indices:SPX$GB',
  'future:ES$US',
  'fund:SPY$US',
])

/** The simulation parameters of an instrument; null if it has no start price or is not listed. */
export function profileOf(ctx: Pick<Platform, 'kept'>, instrument: Instrument, seed: number): Profile | null {
  if (instrument.startPrice === null || instrument.state !== 'listed') return null
  const key = keyOf(instrument)
  const habit = habits[instrument.class]
  const own = seedOf(seed, key)
  const temper = 0.75 + ((own % 1000) / 1000) * 0.6
  const liquidity = Math.max(0.02, instrument.liquidity / 100) ** 2
  const metal = isMetal(instrument.code) ? 2 : 1
  const dayVolatility = (habit.yearVolatility * temper * metal) / Math.sqrt(habit.days)
  const tradesPerMinute = shown.has(key) ? 50 : 3 + 15 * liquidity
  const minuteVolume = (habit.turnover * (0.05 + liquidity)) / instrument.startPrice
  return {
    key,
    instrumentId: instrument.id,
    class: instrument.class,
    get exchange() {
      return exchangeOf(ctx, instrument)
    },
    seed: own,
    startPrice: instrument.startPrice,
    step: instrument.priceStep,
    decimals: decimalsOf(instrument.priceStep),
    dayVolatility,
    minuteVolatility: dayVolatility / Math.sqrt(habit.minutes),
    tradesPerMinute,
    tradeSize: minuteVolume / tradesPerMinute,
    minuteVolume,
    spreadSteps: Math.max(1, Math.round((instrument.startPrice * habit.spread) / instrument.priceStep)),
  }
}

export function onGrid(profile: Pick<Profile, 'step' | 'decimals'>, price: number): number {
  const steps = Math.max(1, Math.round(price / profile.step))
  return roundTo(steps * profile.step, profile.decimals)
}

/** Rounds a volume to the class's units: whole shares and contracts, fractions of coins. */
export function asVolume(profile: Pick<Profile, 'class' | 'startPrice'>, volume: number): number {
  if (profile.class !== 'crypto') return Math.max(1, Math.round(volume))
  const digits = profile.startPrice >= 100 ? 5 : 2
  return roundTo(Math.max(10 ** -digits, volume), digits)
}
