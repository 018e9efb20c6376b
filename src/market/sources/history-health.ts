import type { Platform } from '#src/platform/platform.ts'
import { countStored } from '../bars/bar-store.ts'
import { importedSpans } from '../bars/source-store.ts'
import { gapsSince } from './sources-store.ts'

/** The maximum number of imported series that one check reads, however many are stored. */
const seriesMax = 100

/**
 * `gaps`: tape gaps noticed after `since`, ms. `checked`: the number of checked imported series; `lost`: the number of
 * these that are no longer stored.
 */
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
