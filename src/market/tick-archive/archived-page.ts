import { type DataSource, dataSources } from '#src/contract/market.ts'
import { hourMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { EventPageRequest } from '../ticks/ticks.ts'
import { type ArchivedPart, partsIn } from './file-store.ts'
import { type FileRow, groupsOf } from './parquet-file.ts'
import { endOfOldDays, type Kind } from './scope.ts'

/**
 * The archived events of an instrument for a page: all events that can be on the page, and possibly further events.
 * Reads files in order of time until the page is full. Later files of a day may overlap earlier files.
 */
export async function archivedPage<Event extends { time: number; seq: number }>(
  ctx: Platform,
  instrumentId: number,
  kind: Kind,
  page: EventPageRequest,
  toEvent: (row: FileRow, source: DataSource) => Event,
): Promise<Event[]> {
  const { order, limit, after } = page
  const from = Math.max(page.from, order === 'oldest' ? (after?.time ?? page.from) : page.from)
  const to = Math.min(page.to, order === 'newest' ? (after?.time ?? page.to) : page.to)
  if (from > to || isTooNew(ctx, from)) return []
  const parts = await partsIn(ctx.postgres.db, instrumentId, { kind, from, to, order })
  const events: Event[] = []
  for (const part of parts) {
    const edge = edgeOf(events, order, limit)
    if (edge !== null && (order === 'newest' ? part.last < edge : part.first > edge)) break
    const isOther = kind === 'quotes' && part.kind === 'trades'
    events.push(...(await eventsOf(ctx, part, { from, to, isOther }, page, toEvent)))
  }
  return events
}

/**
 * Ticks since the beginning of yesterday (UTC) are never archived, so most pages need no archive. The hour allows for
 * different clocks.
 */
function isTooNew(ctx: Platform, from: number): boolean {
  return from >= endOfOldDays(ctx.clock.now(), 1) + hourMs
}

/**
 * The time of the last event on a full page, because events beyond it cannot be on the page. Null while the page is not
 * full.
 */
function edgeOf(events: readonly { time: number }[], order: EventPageRequest['order'], limit: number): number | null {
  if (events.length < limit) return null
  const times = events.map(({ time }) => time).sort((a, b) => (order === 'newest' ? b - a : a - b))
  return times[limit - 1] ?? null
}

async function eventsOf<Event extends { time: number; seq: number }>(
  ctx: Platform,
  part: ArchivedPart,
  { from, to, isOther }: { from: number; to: number; isOther: boolean },
  { order, limit, after, source: wanted }: EventPageRequest,
  toEvent: (row: FileRow, source: DataSource) => Event,
): Promise<Event[]> {
  const events: Event[] = []
  for await (const rows of groupsOf(ctx, part, { storedAs: part.storedAs, from, to }, order)) {
    for (const row of rows) {
      // An imported quote is stored as a trade with a bid and an ask.
      if (isOther && !(Number(row.bid) > 0 && Number(row.ask) > 0)) continue
      const source = dataSources.find((known) => known === row.source) ?? 'built'
      if (wanted !== undefined && source !== wanted) continue
      const event = toEvent(row, source)
      if (isBeyond(event, after, order)) events.push(event)
    }
    if (events.length >= limit) break
  }
  return events
}

function isBeyond(
  { time, seq }: { time: number; seq: number },
  after: EventPageRequest['after'],
  order: EventPageRequest['order'],
) {
  if (!after) return true
  const difference = time - after.time || seq - after.seq
  return order === 'newest' ? difference < 0 : difference > 0
}
