import { dataSources } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import { RowBytes } from '../bars/row-bytes.ts'
import type { RecordedTick } from './tick.ts'
import { insertTicks } from './tick-store.ts'

export { insertQuotes as recordQuotes, quotePage } from './quote-store.ts'
export type { BestQuote, PageAsked, RecordedQuote, RecordedTick, Tick, Versioned } from './tick.ts'
export { hasImported, importedTicks, newestTickTime, readTicks, tickPage } from './tick-store.ts'

const insertBytes = 6_000_000

/** Stores ticks; writing the same ones again changes nothing. */
export async function recordTicks(ctx: Platform, ticks: readonly RecordedTick[]): Promise<void> {
  const now = ctx.clock.now()
  const ends = new Map(dataSources.map((source) => [source, `${sourceNumber(source)}\t${versionOf(source, now)}\n`]))
  const rows = new RowBytes()
  for (const [at, tick] of ticks.entries()) {
    for (const value of [
      tick.instrumentId,
      tick.time,
      tick.seq,
      tick.price,
      tick.volume,
      tick.side,
      tick.bid,
      tick.ask,
    ]) {
      rows.number(value)
      rows.text('\t')
    }
    rows.text(ends.get(tick.source) ?? '')
    if (rows.length > insertBytes || at === ticks.length - 1) await insertTicks(ctx, 'TabSeparated', rows.drain())
  }
}
