import type { Platform } from '#src/platform/platform.ts'
import { lastAcceptedImport } from '../import/run-store.ts'
import { gapsSince } from './sources-store.ts'

/** When bars or ticks were imported last, ms, and how many parts of the tape were missed since `since`. */
export async function historyStanding(
  { postgres: { db } }: Platform,
  since: number,
): Promise<{ imported: number | null; gaps: number }> {
  const gaps = await gapsSince(db, since)
  return {
    imported: await lastAcceptedImport(db),
    gaps: [...gaps.values()].reduce((sum, { count }) => sum + count, 0),
  }
}
