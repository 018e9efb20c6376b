import type { Platform } from '#src/platform/platform.ts'
import { importedSeries } from '../bars/source-store.ts'
import { withImportedBars } from '../bars/write-store.ts'
import { gapsSince } from './sources-store.ts'

/** So many series are looked up, whatever is stored. */
const seriesMax = 100

/** How many parts of the tape were missed since `since`, and how many of the imported series looked at have no bar any longer. */
export async function historyStanding(
  ctx: Platform,
  since: number,
): Promise<{ looked: number; lost: number; gaps: number }> {
  const { db } = ctx.postgres
  const [gaps, series] = await Promise.all([gapsSince(db, since), importedSeries(db, seriesMax)])
  return {
    looked: series.length,
    lost: series.length - (await withImportedBars(ctx, series)),
    gaps: [...gaps.values()].reduce((sum, { count }) => sum + count, 0),
  }
}
