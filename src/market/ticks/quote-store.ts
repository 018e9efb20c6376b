import type { DataSource } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, sourceOfNumber, versionOf } from '../bars/bar.ts'
import { eventPage, type Reading } from './page-store.ts'
import type { BestQuote, EventPageRequest, RecordedQuote, Versioned } from './tick.ts'

/** Stores quotes. Idempotent. */
export async function insertQuotes(ctx: Platform, quotes: readonly RecordedQuote[]): Promise<void> {
  const now = ctx.clock.now()
  const lines = quotes.map(({ instrumentId, time, seq, bid, bidVolume, ask, askVolume, source }) =>
    [instrumentId, time, seq, bid, bidVolume, ask, askVolume, sourceNumber(source), versionOf(source, now)].join('\t'),
  )
  if (lines.length > 0) await ctx.clickhouse.insertText('best_quotes', 'TabSeparated', `${lines.join('\n')}\n`)
}

/** An imported quote is stored as a tick with a bid and an ask. */
const quoteTables = [
  { name: 'best_quotes', columns: 'bid, bid_volume AS bids, ask, ask_volume AS asks, source' },
  {
    name: 'ticks',
    columns: 'bid, toFloat64(0) AS bids, ask, toFloat64(0) AS asks, source',
    where: 'bid > 0 AND ask > 0',
  },
]

export async function quotePage(
  ctx: Platform,
  instrumentId: number,
  page: EventPageRequest & { without?: DataSource },
  how: Reading = {},
): Promise<Versioned<BestQuote>[]> {
  return eventPage(
    ctx,
    instrumentId,
    quoteTables,
    page,
    (time, seq, version, [bids, bidVolumes, asks, askVolumes, sources], at) => ({
      time,
      seq,
      version,
      bid: bids?.[at] ?? 0,
      bidVolume: bidVolumes?.[at] ?? 0,
      ask: asks?.[at] ?? 0,
      askVolume: askVolumes?.[at] ?? 0,
      source: sourceOfNumber(sources?.[at] ?? 0),
    }),
    how,
  )
}
