import { type BarInterval, barIntervals, intervalMs } from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'

/** On the toolbar; the others are in its menu. */
export const favouriteIntervals = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const satisfies readonly BarInterval[]

const byLength = barIntervals.toSorted((a, b) => intervalMs[a] - intervalMs[b])

/** All intervals, shortest first, as the menu groups them. */
export const intervalGroups = {
  minutes: byLength.filter((one) => intervalMs[one] < hourMs),
  hours: byLength.filter((one) => intervalMs[one] >= hourMs && intervalMs[one] < dayMs),
  days: byLength.filter((one) => intervalMs[one] >= dayMs),
}
