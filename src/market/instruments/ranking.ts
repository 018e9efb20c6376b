import { assetClasses } from '#src/contract/market.ts'
import type { Instrument } from './instrument.ts'

/** Countries by market value, largest first; the last criterion of `byRanking` before the id. */
const countries =
  'US CN JP HK IN GB CA FR SA TW KR DE CH AU NL SE ES IT BR SG ID TH MX MY TR PL BE FI PT GR RU VN PH NZ'.split(' ')

type Listing = Pick<Instrument, 'id' | 'class' | 'region' | 'isin' | 'liquidity' | 'home'>

/**
 * Sorts by home listing, liquidity, asset class, whether the region is the company's own country (by its ISIN), then
 * the size of the market.
 */
export function byRanking(a: Listing, b: Listing): number {
  return (
    Number(b.home) - Number(a.home) ||
    b.liquidity - a.liquidity ||
    assetClasses.indexOf(a.class) - assetClasses.indexOf(b.class) ||
    Number(isOwnCountry(b)) - Number(isOwnCountry(a)) ||
    regionRank(a.region) - regionRank(b.region) ||
    a.id - b.id
  )
}

function isOwnCountry({ isin, region }: Listing): boolean {
  return isin.slice(0, 2) === region
}

/** The rank of a region by market value; 0 is the largest. */
export function regionRank(region: string): number {
  const rank = countries.indexOf(region)
  return rank < 0 ? countries.length : rank
}
