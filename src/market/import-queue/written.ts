import { type Interval, intervals } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { computeFactors } from '../action-edits/computed-factors.ts'
import { claimForImport } from '../bars/bars.ts'
import { buildImportedMinutes } from '../import/rows/built-minutes.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { countAccepted, type Job } from './job-store.ts'
import { writtenBars, writtenTicks } from './written-store.ts'

/**
 * Counts the rows that an interrupted import has stored. Marks bars as imported, and builds the minutes of ticks. The
 * rows are found by their version, which is the time at which the attempt began.
 */
export async function settleWritten(ctx: Platform, { id, kind, startedAt }: Job): Promise<void> {
  if (kind !== 'bars' && kind !== 'ticks') return
  const written = kind === 'bars' ? await writtenBars(ctx, startedAt) : await writtenTicks(ctx, startedAt)
  for (const { instrument: instrumentId, interval: number, first, last, close } of written) {
    const [instrument] = await instrumentsById(ctx, [instrumentId])
    if (!instrument) continue
    const interval: Interval | undefined = intervals[number - 1]
    const span = { first: Number(first), last: Number(last) }
    if (kind === 'ticks') await buildImportedMinutes(ctx, instrument, span)
    else if (interval) {
      await claimForImport(ctx, interval, [{ instrument, ...span, lastClose: close }])
      await computeFactors(ctx, instrumentId)
    }
  }
  await countAccepted(
    ctx.postgres.db,
    id,
    written.reduce((sum, { rows }) => sum + Number(rows), 0),
  )
}
