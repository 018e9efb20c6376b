import type { Interval } from '#src/contract/market.ts'
import type { FindingKind } from '#src/contract/operator/data/finding-kinds.ts'

/** Something about stored bars that may be wrong. Times in ms; `detail` has the figures that its words need. */
export type Found = {
  instrumentId: number
  interval: Interval
  kind: FindingKind
  first: number
  last: number
  detail: Record<string, number>
}

/** Ratios of splits that prices are compared with: new shares for one old one. */
const ratios = [1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100]

/** The split that a step from a close to the next open looks like, below 1 for a consolidation; null for any other step. */
export function splitLike(before: number, open: number): number | null {
  if (before <= 0 || open <= 0) return null
  const step = Math.max(before / open, open / before)
  // News alone moves a price by a third now and then; only near halves it must be a coincidence.
  const nearness = step < 1.8 ? 0.02 : 0.05
  const ratio = ratios.find((one) => Math.abs(Math.log(step / one)) < nearness)
  return ratio === undefined ? null : before > open ? ratio : 1 / ratio
}

/** Times of a list, grouped while they follow each other in it. */
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
