import { sql } from 'kysely'
import type { Db } from '#src/platform/platform.ts'

/** The recorder's offset on each channel of the tape, and the time since which it has this offset, ms. */
export async function recorded(db: Db): Promise<Map<string, { offset: string; at: number }>> {
  const { rows } = await sql<{ channel: string; place: string; noted_at: Date }>`
    select channel, place, noted_at from tape_places`.execute(db)
  return new Map(rows.map(({ channel, place: offset, noted_at }) => [channel, { offset, at: noted_at.getTime() }]))
}

/**
 * The number of gaps on each channel of the tape that were noticed after `since`, and the time of the newest gap, ms.
 */
export async function gapsSince(db: Db, since: number): Promise<Map<string, { count: number; newestAt: number }>> {
  const { rows } = await sql<{ channel: string; count: string; newest: Date }>`
    select channel, count(*)::text as count, max(noticed_at) as newest from tape_gaps
    where noticed_at >= ${new Date(since)} group by channel`.execute(db)
  return new Map(
    rows.map(({ channel, count, newest }) => [channel, { count: Number(count), newestAt: newest.getTime() }]),
  )
}

/** Imported bars by class. `series`: the number of series; `last`: the time of the newest bar, ms. */
export async function importedSeries(
  db: Db,
): Promise<{ class: string; series: number; last: number; updatedAt: number }[]> {
  const { rows } = await sql<{ class: string; series: string; last: bigint; updated: Date }>`
    select i.class, count(*)::text as series, max(s.last_time) as last, max(s.updated_at) as updated
    from bar_sources s join instruments i on i.id = s.instrument_id where s.source = 'import'
    group by i.class order by i.class`.execute(db)
  return rows.map(({ class: assetClass, series, last, updated }) => ({
    class: assetClass,
    series: Number(series),
    last: Number(last),
    updatedAt: updated.getTime(),
  }))
}
