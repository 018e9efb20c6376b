import { type BarInterval, barIntervals, intervalMs } from '#src/contract/market.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'

const minutes = barIntervals
  .filter((one) => intervalMs[one] <= dayMs)
  .map((one) => [`${intervalMs[one] / minuteMs}`, one] as const)

/**
 * A number without a unit means minutes, as on other charts. A unit without a number means one unit: `h` is `1h`. `1M`
 * is a month and `1m` a minute; `m` without a number is a month.
 */
const spellings: ReadonlyMap<string, BarInterval> = new Map([
  ...barIntervals.map((one) => [one, one] as const),
  ...minutes,
  ...minutes.map(([text, one]) => [`${text}m`, one] as const),
  ['h', '1h'],
  ['d', '1d'],
  ['w', '1w'],
  ['M', '1M'],
  ['q', '1Q'],
  ['1q', '1Q'],
  ['3M', '1Q'],
  ['y', '1y'],
  ['12M', '1y'],
])

/** A comma before an interval distinguishes it from the code of an instrument. */
export const intervalMark = ','

function bare(text: string): string {
  const typed = text.trim()
  return typed.startsWith(intervalMark) ? typed.slice(1) : typed
}

/** The interval that a typed text means: `15`, `4h`, `D`, `,30`. */
export function typedInterval(text: string): BarInterval | null {
  const typed = bare(text)
  // With a number, `m` never means months.
  const upper = /\dm$/.test(typed) ? '' : typed.toUpperCase()
  return spellings.get(typed) ?? spellings.get(typed.toLowerCase()) ?? spellings.get(upper) ?? null
}

/** Whether a text is an interval or the beginning of an interval. */
export function isIntervalStart(text: string): boolean {
  const typed = bare(text).toLowerCase()
  return [...spellings.keys()].some((one) => one.toLowerCase().startsWith(typed))
}
