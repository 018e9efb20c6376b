import { listings } from '#src/contract/data/company.ts'
import { countryNames } from '#src/contract/values/countries.ts'
import { type Ipo, readIpos } from '#src/market/companies/ipos.ts'
import { canonicalRegion } from '#src/market/instruments/symbol.ts'
import type { Platform } from '#src/platform/platform.ts'
import { regionsSeen } from '../instruments/symbol-scope.ts'
import type { DataAnswer, DataRequest } from '../wire/call.ts'
import { pageAnswer, readPage, slice } from '../wire/pages.ts'

export async function stockIpos({ ctx }: { ctx: Platform }, request: DataRequest): Promise<DataAnswer> {
  const type = request.query.choice('type', listings) ?? 'upcoming'
  const requested = request.query.get('region')
  const region = requested === undefined ? null : canonicalRegion(requested)
  const sees = regionsSeen(request, 'stock', region, 'corporate-actions')
  const page = readPage(request)
  const seen = (await readIpos(ctx, { type, region, now: request.now })).filter((ipo) => sees(ipo.region))
  return pageAnswer(slice(seen, page).map(ipoRow), seen.length, page)
}

const englishNames = countryNames('en-US')

/**
 * A row of the response; `dt` is the day in ms. `bs`, `es` and `ro` (times in s) are empty, because no source has the
 * days of the offer.
 */
export function ipoRow(ipo: Ipo) {
  return {
    dt: ipo.day,
    cn: ipo.name,
    sc: ipo.code,
    ex: ipo.exchange,
    mc: offerValue(ipo),
    pr: priceText(ipo),
    ct: englishNames(ipo.region),
    bs: null,
    es: null,
    ro: null,
    r: ipo.region,
    cur: ipo.currency,
    sh: ipo.shares,
    source: ipo.source,
  }
}

/** Shares on offer times the issue price, or times the middle of the price range while the price is not set. */
function offerValue({ price, low, high, shares }: Ipo): number | null {
  const middle = price ?? (low !== null && high !== null ? (low + high) / 2 : (low ?? high))
  return middle === null || shares === null ? null : Math.round(middle * shares)
}

/** `18.5`, or `16-20` while only the range is known; empty if neither is known. */
function priceText({ price, low, high }: Ipo): string {
  if (price !== null) return String(price)
  return [...new Set([low, high].filter((end) => end !== null))].join('-')
}
