import { dayMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'

/** `before`, `after`: the minutes by which the zone is ahead of UTC until `at` (ms UTC) and from then on. */
export type ClockChange = { at: number; before: number; after: number }

/** Since 1970 no zone of an exchange has had two changes within this time. */
const apartMs = 14 * dayMs

const known = new Map<string, readonly ClockChange[]>()

/** The changes of a zone's clock from `from` to `to` (ms from 1970 on, finite, both included), oldest first. */
export function clockChanges(timeZone: string, from: number, to: number): ClockChange[] {
  const last = new Date(to).getUTCFullYear()
  const changes: ClockChange[] = []
  for (let year = new Date(from).getUTCFullYear(); year <= last; year += 1) changes.push(...changesIn(timeZone, year))
  return changes.filter(({ at }) => at >= from && at <= to)
}

function changesIn(timeZone: string, year: number): readonly ClockChange[] {
  const name = `${timeZone} ${year}`
  const held = known.get(name)
  if (held) return held
  const changes: ClockChange[] = []
  const end = Date.UTC(year + 1, 0)
  for (let start = Date.UTC(year, 0); start < end; start += apartMs) {
    const [before, after] = [zoneOffset(timeZone, start - 1), zoneOffset(timeZone, Math.min(start + apartMs, end) - 1)]
    if (before !== after) changes.push({ at: changeBetween(timeZone, start, before), before, after })
  }
  known.set(name, changes)
  return changes
}

/** The first minute from `start` on at which the offset is no longer `before`. */
function changeBetween(timeZone: string, start: number, before: number): number {
  let [low, high] = [0, apartMs / minuteMs]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffset(timeZone, start + middle * minuteMs) === before) low = middle + 1
    else high = middle
  }
  return start + low * minuteMs
}
