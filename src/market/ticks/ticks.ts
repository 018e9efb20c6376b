import type { Platform } from '#src/platform/platform.ts'
import type { RecordedTick } from './tick.ts'
import { TickColumns } from './tick-columns.ts'
import { insertTickBlock } from './tick-store.ts'

export { insertBarNumbers as recordBarNumbers, type TapeNumber, timesOfNumbers } from './number-store.ts'
export type { Reading } from './page-store.ts'
export { insertQuotes as recordQuotes, quotePage } from './quote-store.ts'
export type { BestQuote, EventPageRequest, RecordedQuote, RecordedTick, Tick, Versioned } from './tick.ts'
export { TickColumns } from './tick-columns.ts'
export { importedTicks, newestTickTime, readTicks, tickPage } from './tick-store.ts'

const blockRows = 100_000

/** Stores ticks. Idempotent. */
export async function recordTicks(ctx: Platform, ticks: readonly RecordedTick[]): Promise<void> {
  const columns = new TickColumns()
  for (const tick of ticks) columns.push(tick.instrumentId, tick.seq, tick, tick.bid, tick.ask)
  await recordTickColumns(ctx, columns)
}

/** Stores ticks that were collected by column. Idempotent. */
export async function recordTickColumns(ctx: Platform, ticks: TickColumns): Promise<void> {
  const now = ctx.clock.now()
  for (let at = 0; at < ticks.length; at += blockRows)
    await insertTickBlock(ctx, ticks.block(at, Math.min(at + blockRows, ticks.length), now))
}
