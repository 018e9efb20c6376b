import type { DataSource } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber } from '../bars/bar.ts'
import type { EventPageRequest } from './tick.ts'

/**
 * A table of events with the key (instrument, time, seq), in which a row with a higher version replaces the rows with
 * lower versions.
 */
export type EventTable = { name: string; columns: string; where?: string }

/**
 * How the statements of a page run: the lane, the maximum run time and an abort signal. The default is the lane for
 * fast reads.
 */
export type Reading = Parameters<Platform['clickhouse']['columns']>[2]

/** Builds an event. `cells`: the columns of the table; `at`: the row of the event. */
type ToEvent<Event> = (time: number, seq: number, version: number, cells: Columns, at: number) => Event

type Columns = Awaited<ReturnType<Platform['clickhouse']['columns']>>

/** The number of rows that are read beyond the limit, so that unmerged duplicates do not shorten the page. */
const spareRows = 64

/**
 * A page of events of an instrument, oldest first. Reads without FINAL, in a third of the time, and then keeps the
 * highest version of each row. If there are many unmerged duplicates, reads again with FINAL. Events of several tables
 * are merged by time.
 */
export async function eventPage<Event>(
  ctx: Platform,
  instrumentId: number,
  tables: readonly EventTable[],
  page: EventPageRequest & { without?: DataSource },
  toEvent: ToEvent<Event>,
  how: Reading = {},
): Promise<Event[]> {
  const requested = page.limit + spareRows
  // An event of one source may be replaced by an event of another source, so it is read with FINAL.
  const quick =
    page.source === undefined
      ? await columnsOf(ctx, instrumentId, tables, { ...page, limit: requested }, '', how)
      : null
  const known = quick && newestVersions(quick, requested, page.limit)
  const columns = quick && known ? quick : await columnsOf(ctx, instrumentId, tables, page, 'FINAL', how)
  const [times = [], seqs = [], versions = [], ...cells] = columns
  const events = (known ?? [...times.keys()]).map((at) =>
    toEvent(times[at] ?? 0, seqs[at] ?? 0, versions[at] ?? 0, cells, at),
  )
  return page.order === 'newest' ? events.reverse() : events
}

async function columnsOf(
  ctx: Platform,
  instrument: number,
  tables: readonly EventTable[],
  { from, to, order, limit, after, source, without }: EventPageRequest & { without?: DataSource },
  final: '' | 'FINAL',
  how: Reading,
): Promise<Columns> {
  const [direction, beyond] = order === 'newest' ? ['DESC', '<'] : ['ASC', '>']
  const conditions = [
    'instrument = {instrument:UInt32} AND time >= {from:Int64} AND time <= {to:Int64}',
    ...(after ? [`(time ${beyond} {time:Int64} OR (time = {time:Int64} AND seq ${beyond} {seq:UInt32}))`] : []),
    ...(source ? [`source = ${sourceNumber(source)}`] : []),
    ...(without ? [`source != ${sourceNumber(without)}`] : []),
  ]
  const parts = tables.map(
    ({ name, columns, where }) => `SELECT time AS at, seq AS number, version AS written, ${columns}
     FROM ${name} ${final} WHERE ${[...conditions, ...(where ? [where] : [])].join(' AND ')}
     ORDER BY time ${direction}, seq ${direction} LIMIT {limit:UInt32}`,
  )
  const [only = ''] = parts
  const mixed = `SELECT * FROM (${parts.map((part) => `(${part})`).join(' UNION ALL ')})
    ORDER BY at ${direction}, number ${direction} LIMIT {limit:UInt32}`
  const params = { instrument, from, to, limit, time: after?.time ?? 0, seq: after?.seq ?? 0 }
  return ctx.clickhouse.columns(parts.length === 1 ? only : mixed, params, how)
}

/**
 * The indexes of each row's highest version, at most `limit`. Null if the `requested` rows are too few for a full page.
 */
function newestVersions(columns: Columns, requested: number, limit: number): number[] | null {
  const [times = [], seqs = [], versions = []] = columns
  const kept: number[] = []
  for (let at = 0; at < times.length; at += 1) {
    const last = kept.at(-1)
    if (last === undefined || seqs[last] !== seqs[at] || times[last] !== times[at]) kept.push(at)
    else if ((versions[at] ?? 0) >= (versions[last] ?? 0)) kept[kept.length - 1] = at
  }
  // The last row of a full page may have a higher version that was not read.
  return times.length < requested || kept.length > limit ? kept.slice(0, limit) : null
}
