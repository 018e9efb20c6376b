import type { AssetClass } from '#src/contract/market.ts'
import { regionRank } from '../instruments/ranking.ts'

/**
 * The stages of a match, best first. `alias`: only the first instrument of an alias. The other instruments of the alias
 * get the stage `code`.
 */
export const stage = { alias: 0, code: 1, codePrefix: 2, nameStart: 3, wordStart: 4, inside: 5 } as const

/** The criteria that order instruments of the same stage. */
export type RankCriteria = {
  class: AssetClass
  region: string
  code: string
  isin: string
  home: boolean
  liquidity: number
}

/** A rank is one number made of stage, ranking and position (in code order). A rank stays below 2^53. */
export const positions = 2 ** 23
export const stages = 2 ** 25 * positions
const liquidityMax = 255

/** Of instruments with the same name and unknown liquidity, tradable instruments rank before indices. */
const classes: readonly AssetClass[] = ['stock', 'fund', 'future', 'crypto', 'forex', 'indices']

/**
 * The ranking criteria in order: home listing, liquidity, an ISIN of the region or no ISIN, the larger market, class,
 * length of the code. The criteria use 1, 8, 1, 6, 3 and 6 bits.
 */
export function rankOf(one: RankCriteria): number {
  let rank = one.home ? 0 : 1
  rank = rank * 256 + unknownLiquidity(one.liquidity)
  rank = rank * 2 + (one.isin === '' || one.isin.startsWith(one.region) ? 0 : 1)
  rank = rank * 64 + regionRank(one.region)
  rank = rank * 8 + classes.indexOf(one.class)
  return rank * 64 + Math.min(63, one.code.length)
}

export function unknownLiquidity(liquidity: number): number {
  return liquidityMax - Math.min(liquidityMax, Math.max(0, liquidity))
}

/** Whether a rank belongs to an instrument of known liquidity. */
export function isLiquid(rank: number): boolean {
  return Math.floor(rank / (2 ** 16 * positions)) % 256 < liquidityMax
}
