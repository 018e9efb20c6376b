import { type DataSource, dataSources } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'
import { RowBytes } from '../bars/row-bytes.ts'
import { quotePage } from './quote-store.ts'
import type { BestQuote, PageAsked, RecordedTick, Tick } from './tick.ts'
import { hasImported, insertTicks, tickPage } from './tick-store.ts'

export { insertQuotes as recordQuotes } from './quote-store.ts'
export type { BestQuote, PageAsked, RecordedQuote, RecordedTick, Tick } from './tick.ts'
export { importedTicks, newestTickTime, readTicks } from './tick-store.ts'

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

/** A page of recorded ticks, oldest first. As with bars, simulated ones never continue imported ones. */
export async function readTickPage(ctx: Platform, instrumentId: number, page: PageAsked): Promise<Tick[]> {
  return unmixed(ctx, instrumentId, (without) => tickPage(ctx, instrumentId, { ...page, ...without }))
}

/** The same of best bids and offers. */
export async function readQuotePage(ctx: Platform, instrumentId: number, page: PageAsked): Promise<BestQuote[]> {
  return unmixed(ctx, instrumentId, (without) => quotePage(ctx, instrumentId, { ...page, ...without }))
}

async function unmixed<Event extends { source: DataSource }>(
  ctx: Platform,
  instrumentId: number,
  read: (without: { without?: DataSource }) => Promise<Event[]>,
): Promise<Event[]> {
  const events = await read({})
  const isMixed = events.some(({ source }) => source === 'simulated') && (await hasImported(ctx, instrumentId))
  return isMixed ? read({ without: 'simulated' }) : events
}
