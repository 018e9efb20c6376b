import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readCoverage } from '../history/history.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { parquetOf } from './archive-store.ts'

/**
 * The stored bars of one interval as Parquet, oldest first, unadjusted: `time` in ms UTC, the rest as DOUBLE, in the
 * importer's columns. Null if no bars are stored. Compressed with Snappy, because every reader supports it.
 */
export async function exportBars(ctx: Platform, instrument: Instrument, interval: Interval): Promise<Buffer | null> {
  const coverage = await readCoverage(ctx, instrument.id)
  return coverage.has(interval) ? parquetOf(ctx, instrument.id, interval) : null
}
