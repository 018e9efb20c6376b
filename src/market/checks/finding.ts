import type { Interval } from '#src/contract/market.ts'
import type { FindingKind } from '#src/contract/operator/data/finding-kinds.ts'

/** A possible error in stored bars. Times in ms; `detail`: figures for the finding's text. */
export type Found = {
  instrumentId: number
  interval: Interval
  kind: FindingKind
  first: number
  last: number
  detail: Record<string, number>
}

/** Common ratios of splits: new shares for one old share. */
const ratios = [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]

/**
 * The likely split ratio from a close to the next open (consolidation: below 1); null if the step is not like a split.
 */
export function splitLike(before: number, open: number): number | null {
  if (before <= 0 || open <= 0) return null
  const step = Math.max(before / open, open / before)
  // Company news sometimes moves a price by a third, so small steps must match a ratio more closely.
  const nearness = step < 1.8 ? 0.02 : 0.05
  const ratio = ratios.find((one) => Math.abs(Math.log(step / one)) < nearness)
  return ratio === undefined ? null : before > open ? ratio : 1 / ratio
}

/** Groups entries with consecutive indexes into runs. */
export function runsOf(
  entries: readonly { index: number; time: number }[],
): { first: number; last: number; count: number }[] {
  const runs: { first: number; last: number; count: number; index: number }[] = []
  for (const { index, time } of entries) {
    const run = runs.at(-1)
    if (run && index === run.index + 1) Object.assign(run, { last: time, index, count: run.count + 1 })
    else runs.push({ first: time, last: time, count: 1, index })
  }
  return runs.map(({ first, last, count }) => ({ first, last, count }))
}
