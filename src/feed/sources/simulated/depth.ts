import type { DepthEvent, DepthLevel } from '#src/contract/market.ts'
import { Chance, seedOf } from './chance.ts'
import { asVolume, onGrid, type Profile } from './profile.ts'

const levels = 5

/** A plausible book around a price: on average, volumes grow with the distance from the price. */
export function simulateDepth(profile: Profile, price: number, time: number): DepthEvent {
  const chance = new Chance(seedOf(profile.seed, 'book', time))
  const half = (profile.spreadSteps * profile.step) / 2
  const side = (direction: 1 | -1): DepthLevel[] =>
    Array.from({ length: levels }, (_, index) => ({
      price: onGrid(profile, price + direction * (half + index * profile.spreadSteps * profile.step)),
      volume: asVolume(profile, profile.tradeSize * (1 + index) * (0.5 + 2 * chance.next())),
      orders: 1 + Math.floor(chance.next() * (3 + index * 2)),
    }))
  const asks = distinct(side(1))
  const best = asks[0]?.price ?? price
  const bids = distinct(side(-1)).filter((level) => level.price < best)
  return { type: 'depth', key: profile.key, time, asks, bids, source: 'simulated' }
}

function distinct(found: readonly DepthLevel[]): DepthLevel[] {
  return found.filter((level, index) => found.findIndex(({ price }) => price === level.price) === index)
}
