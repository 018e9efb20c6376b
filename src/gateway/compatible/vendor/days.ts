import type { AssetClass } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'
import { instantOf } from '#src/market/calendar/session.ts'

const newYork = 'America/New_York'

/** The zone of the vendors' days. */
function zoneOf(assetClass: AssetClass): string {
  return assetClass === 'crypto' || assetClass === 'forex' ? 'UTC' : newYork
}

/** The beginning of a day in the vendors' zone. `date`: 00:00 UTC of the day. */
export function startOfDay(assetClass: AssetClass, date: number): number {
  return instantOf(zoneOf(assetClass), date)
}

/** The date of a time in the vendors' zone, as 00:00 UTC. */
export function dateAt(assetClass: AssetClass, time: number): number {
  const local = time + zoneOffset(zoneOf(assetClass), time) * minuteMs
  return Math.floor(local / dayMs) * dayMs
}

export function dateText(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** Formats a time as `2026-01-05T10:00:00-05:00`. */
export function newYorkText(time: number): string {
  const offset = zoneOffset(newYork, time)
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0')
  const text = new Date(time + offset * minuteMs).toISOString().slice(0, 19)
  return `${text}${offset < 0 ? '-' : '+'}${hours}:${minutes}`
}
