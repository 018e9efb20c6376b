import { type BarInterval, barIntervals, intervalMs } from '#src/contract/market.ts'
import { dayMs, hourMs } from '#src/contract/time.ts'

/** The intervals that have a button on the toolbar. All intervals are in the toolbar's menu. */
export const favouriteIntervals = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const satisfies readonly BarInterval[]

const byLength = barIntervals.toSorted((a, b) => intervalMs[a] - intervalMs[b])

export const intervalGroups = {
  minutes: byLength.filter((one) => intervalMs[one] < hourMs),
  hours: byLength.filter((one) => intervalMs[one] >= hourMs && intervalMs[one] < dayMs),
  days: byLength.filter((one) => intervalMs[one] >= dayMs),
}
