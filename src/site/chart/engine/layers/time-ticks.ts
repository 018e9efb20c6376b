import type { AxisTick } from 'klinecharts'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { zoneOffset } from '#src/contract/zone/zone-offset.ts'

/** The largest part of the date in which a bar differs from the previous bar; a larger part has priority for a tick. */
type DatePart = 'year' | 'month' | 'day' | 'time'
type Candidate = { at: number; part: DatePart; weight: number }

const monthWeights = [7, 5, 5, 6, 5, 5, 6, 5, 5, 6, 5, 5]

/** `local` and `before`: times of the shown clock, written as if they were UTC. */
function candidate(local: number, before: number | null, at: number): Candidate {
  const [date, last] = [new Date(local), before === null ? null : new Date(before)]
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (last && last.getUTCFullYear() !== year) return { at, part: 'year', weight: 7 }
  if (last && last.getUTCMonth() !== month) return { at, part: 'month', weight: monthWeights[month] ?? 5 }
  if (last && last.getUTCDate() !== day) return { at, part: 'day', weight: 4 }
  const steps = [6 * hourMs, 3 * hourMs, hourMs, 30 * minuteMs, 15 * minuteMs, 5 * minuteMs]
  const step = steps.findIndex((length) => local % length === 0)
  return { at, part: local % dayMs === 0 ? 'day' : 'time', weight: step < 0 ? 0 : (steps.length - step) / 2 }
}

type View = {
  /** Opening times of the visible bars, ms. `pixelOf`: the pixel of a bar by its index. */
  times: readonly number[]
  pixelOf(index: number): number
  width: number
  /** The time zone that the chart shows. */
  zone: string
  /** Whether bars are daily or longer. */
  dated: boolean
  locale: string
}

const tickSpacingPx = 78

/**
 * The ticks of the time axis: years have priority over months, months over days, days over hours. The axis gets the
 * ticks that fit; no tick is cut off at an end.
 */
export function timeTicks({ times, pixelOf, width, zone, dated, locale }: View): AxisTick[] {
  const locals = times.map((time) => time + zoneOffset(zone, time) * minuteMs)
  const all = locals.map((local, at) => candidate(local, locals[at - 1] ?? null, at))
  const texts = textsIn(locale)
  const occupied: number[] = []
  const ticks: AxisTick[] = []
  for (const { at, part } of all.toSorted((a, b) => b.weight - a.weight || a.at - b.at)) {
    const coord = pixelOf(at)
    if (coord < tickSpacingPx / 2 || coord > width - tickSpacingPx / 2) continue
    if (occupied.some((other) => Math.abs(other - coord) < tickSpacingPx)) continue
    occupied.push(coord)
    const local = locals[at] ?? 0
    const shown = part === 'time' && dated ? 'day' : part
    ticks.push({ coord, value: times[at] ?? 0, text: texts[shown === 'day' && !dated ? 'date' : shown].format(local) })
  }
  return ticks.sort((a, b) => a.coord - b.coord)
}

type Texts = Record<DatePart | 'date', Intl.DateTimeFormat>
let known: { locale: string; texts: Texts } | null = null

function textsIn(locale: string): Texts {
  if (known?.locale === locale) return known.texts
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hourCycle: 'h23', ...options })
  const texts: Texts = {
    year: format({ year: 'numeric' }),
    month: format({ month: 'short' }),
    day: format({ day: 'numeric' }),
    date: format({ day: 'numeric', month: 'short' }),
    time: format({ hour: '2-digit', minute: '2-digit' }),
  }
  known = { locale, texts }
  return texts
}
