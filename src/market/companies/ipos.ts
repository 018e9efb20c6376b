import type { Platform } from '#src/platform/platform.ts'
import type { Days } from './action-store.ts'
import { type IpoRow, ipoRows, iposBetween } from './company-store.ts'

/** An IPO. `day` in ms at 00:00 UTC; prices per share, and `shares` on offer, null if unknown. */
export type Ipo = {
  region: string
  code: string
  name: string
  exchange: string
  day: number
  low: number | null
  high: number | null
  price: number | null
  currency: string
  shares: number | null
  source: string
}

export async function readIpos(
  ctx: Platform,
  query: { type: 'upcoming' | 'recent'; region: string | null; now: number },
): Promise<Ipo[]> {
  const today = new Date(query.now).toISOString().slice(0, 10)
  const isUpcoming = query.type === 'upcoming'
  const rows = await ipoRows(ctx.postgres.db, { isUpcoming, region: query.region, today })
  return rows.map(toIpo)
}

/** The IPOs in a range of days, oldest first. */
export async function readIposBetween(ctx: Platform, days: Days): Promise<Ipo[]> {
  return (await iposBetween(ctx.postgres.db, days)).map(toIpo)
}

function toIpo({ day, price_low, price_high, price, shares, ...row }: IpoRow): Ipo {
  return {
    ...row,
    day: Date.parse(`${day}T00:00:00Z`),
    low: number(price_low),
    high: number(price_high),
    price: number(price),
    shares: number(shares),
  }
}

function number(text: string | null): number | null {
  return text === null ? null : Number(text)
}
