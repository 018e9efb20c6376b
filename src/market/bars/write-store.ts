import type { Interval } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type Bar, sourceNumber, versionOf } from './bar.ts'
import { intervalNumber } from './interval.ts'

/**
 * Writes bars of any instruments and intervals. For one time, the bar of the source with the higher rank counts; with
 * equal ranks, the bar that was written last.
 */
export async function insertBars(
  ctx: Platform,
  rows: readonly { instrument: number; interval: Interval; bar: Bar }[],
): Promise<void> {
  const now = ctx.clock.now()
  for (let at = 0; at < rows.length; at += 50_000) {
    const lines = rows
      .slice(at, at + 50_000)
      .map(({ instrument, interval, bar }) => line(instrument, interval, bar, now))
    await ctx.clickhouse.insertText('bars', 'TabSeparated', lines.join(''))
  }
}

/** Writes a block that `barBlock` returned. */
export async function insertBarBlock(ctx: Platform, block: Buffer): Promise<void> {
  await ctx.clickhouse.insertBlock('bars', block)
}

function line(instrument: number, interval: Interval, bar: Bar, now: number): string {
  const { time, open, high, low, close, volume, turnover, source } = bar
  return `${instrument}\t${intervalNumber(interval)}\t${time}\t${open}\t${high}\t${low}\t${close}\t${volume}\t${turnover}\t${sourceNumber(source)}\t${versionOf(source, now)}\n`
}

/** A bar that a later import changed. `time` in ms; `before` and `after`: values from open to turnover. */
export type BarCorrection = { time: number; before: readonly number[]; after: readonly number[] }

export async function insertCorrections(
  ctx: Platform,
  instrument: number,
  interval: Interval,
  corrections: readonly BarCorrection[],
): Promise<void> {
  const recorded = ctx.clock.now()
  const rows = corrections.map(({ time, before, after }) => ({
    instrument,
    interval: intervalNumber(interval),
    time,
    old_values: before,
    new_values: after,
    source: sourceNumber('import'),
    recorded,
  }))
  if (rows.length > 0) await ctx.clickhouse.insert('bar_corrections', rows)
}
