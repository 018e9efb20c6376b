import { createHash } from 'node:crypto'
import type { FileKind } from '#src/contract/data/data.ts'
import type { AssetClass, Interval } from '#src/contract/market.ts'
import { dayMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { archivedNames } from '../tick-archive/file-store.ts'
import { loadTradingDays } from '../trading-days/follow.ts'
import { barsMark, eventsMark, instrumentsMark } from './archive-store.ts'
import { statementMs } from './day-rows.ts'

export type DayContent = { class: AssetClass; region: string; date: number; kind: FileKind; interval: Interval }

/**
 * A text that changes whenever the rows of a day, the instruments of its class and region, or the trading calendars
 * change. Days are built, and trades have session codes, by the calendars.
 */
export async function dayMark(ctx: Platform, content: DayContent, gone: AbortSignal): Promise<string> {
  const { kind, date } = content
  const how = { lane: 'report', maxMs: statementMs, signal: gone } as const
  const marks: unknown[] = [await instrumentsMark(ctx, content), await loadTradingDays(ctx)]
  if (kind === 'bars') marks.push(await barsMark(ctx, content, how))
  else {
    const span = { from: date, to: date + dayMs - 1 }
    marks.push(await archivedNames(ctx.postgres.db, { kind: kind === 'bbo' ? 'quotes' : 'trades', ...span }))
    for (const table of kind === 'bbo' ? (['best_quotes', 'ticks'] as const) : (['ticks'] as const))
      marks.push(await eventsMark(ctx, table, span, how))
  }
  return createHash('sha256').update(JSON.stringify(marks)).digest('hex')
}
