import type { Platform } from '#src/platform/platform.ts'
import { countStored } from '../bars/bar-store.ts'
import { importedSpans } from '../bars/source-store.ts'
import { gapsSince } from './sources-store.ts'

/** So many series are looked up, whatever is stored. */
const seriesMax = 100

/** How many parts of the tape were missed since `since`, ms, and how many of the imported series looked at are no longer stored. */
export async function historyHealth(
  ctx: Platform,
  since: number,
): Promise<{ checked: number; lost: number; gaps: number }> {
  const { db } = ctx.postgres
  const [gaps, series] = await Promise.all([gapsSince(db, since), importedSpans(db, seriesMax)])
  return {
    checked: series.length,
    lost: series.length - (await countStored(ctx, series)),
    gaps: [...gaps.values()].reduce((sum, { count }) => sum + count, 0),
  }
}
