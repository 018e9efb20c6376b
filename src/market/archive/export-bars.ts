import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { readCoverage } from '../bars/history.ts'
import { intervalNumber } from '../bars/interval.ts'
import type { Instrument } from '../instruments/instrument.ts'

const exportMsMax = 600_000

/**
 * The stored bars of one interval as Parquet, oldest first, raw: `time` as UTC milliseconds, the rest as DOUBLE, in the
 * columns that the importer reads. Null when none are stored. Snappy, because every reader supports it.
 */
export async function exportBars(ctx: Platform, instrument: Instrument, interval: Interval): Promise<Buffer | null> {
  const coverage = await readCoverage(ctx, instrument.id)
  if (!coverage.has(interval)) return null
  return ctx.clickhouse.bytes(
    `SELECT fromUnixTimestamp64Milli(time, 'UTC') AS time, open, high, low, close, volume, turnover FROM bars FINAL
     WHERE instrument = {instrument:UInt32} AND interval = {interval:UInt8} ORDER BY bars.time
     SETTINGS output_format_parquet_compression_method = 'snappy'`,
    'Parquet',
    { instrument: instrument.id, interval: intervalNumber(interval) },
    { maxMs: exportMsMax },
  )
}
