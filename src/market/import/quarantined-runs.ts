import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import * as store from './run-store.ts'

export async function quarantinedRuns(
  { postgres: { db }, clock }: Platform,
  { days, limit }: { days: number; limit: number },
): Promise<{ runs: store.QuarantinedRun[]; total: number }> {
  return store.quarantinedRuns(db, clock.now() - days * dayMs, limit)
}
