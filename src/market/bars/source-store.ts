import { sql } from 'kysely'
import type { DataSource, Interval } from '#src/contract/market.ts'
import type { Db, Tx } from '#src/platform/platform.ts'

/** The source of an instrument's history at one interval. Times in ms. */
export type BarSource = {
  interval: Interval
  source: DataSource
  firstTime: number
  lastTime: number
  lastClose: number
}

type SourceRow = { interval: Interval; source: DataSource; first_time: bigint; last_time: bigint; last_close: number }

export async function sourcesOf(db: Db, instrumentId: number): Promise<BarSource[]> {
  const { rows } = await sql<SourceRow>`
    select interval, source, first_time, last_time, last_close from bar_sources where instrument_id = ${instrumentId}
  `.execute(db)
  return rows.map((row) => ({
    interval: row.interval,
    source: row.source,
    firstTime: Number(row.first_time),
    lastTime: Number(row.last_time),
    lastClose: row.last_close,
  }))
}

/** An imported series. `firstTime`, `lastTime`: times of its first and last bar, ms. */
export type ImportedSpan = { instrumentId: number; interval: Interval; firstTime: number; lastTime: number }

/** At most `max` imported series, the least recently changed first. */
export async function importedSpans(db: Db, max: number): Promise<ImportedSpan[]> {
  const { rows } = await sql<{ instrument_id: number; interval: Interval; first_time: bigint; last_time: bigint }>`
    select instrument_id, interval, first_time, last_time from bar_sources where source = 'import'
    order by updated_at limit ${max}
  `.execute(db)
  return rows.map(({ instrument_id, interval, first_time, last_time }) => ({
    ...{ instrumentId: instrument_id, interval },
    ...{ firstTime: Number(first_time), lastTime: Number(last_time) },
  }))
}

/** The imported time spans at an interval, by instrument id. Instruments without such a span are left out. */
export async function importedSpansOf(
  db: Db,
  instrumentIds: readonly number[],
  interval: Interval,
): Promise<Map<number, { first: number; last: number }>> {
  const { rows } = await sql<{ instrument_id: number; first_time: bigint; last_time: bigint }>`
    select instrument_id, first_time, last_time from bar_sources
    where source = 'import' and interval = ${interval} and instrument_id = any(${[...instrumentIds]}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.instrument_id, { first: Number(row.first_time), last: Number(row.last_time) }]))
}

/** Marks an interval as imported. Extends the time span of an earlier import; replaces the span of another source. */
export async function markImported(
  tx: Tx,
  instrumentId: number,
  interval: Interval,
  span: { first: number; last: number; lastClose: number },
): Promise<void> {
  await sql`
    insert into bar_sources (instrument_id, interval, source, first_time, last_time, last_close)
    values (${instrumentId}, ${interval}, 'import', ${span.first}, ${span.last}, ${span.lastClose})
    on conflict (instrument_id, interval) do update set
      source = 'import',
      first_time = least(excluded.first_time, case when bar_sources.source = 'import' then bar_sources.first_time else excluded.first_time end),
      last_close = case when bar_sources.source = 'import' and bar_sources.last_time > excluded.last_time then bar_sources.last_close else excluded.last_close end,
      last_time = greatest(excluded.last_time, case when bar_sources.source = 'import' then bar_sources.last_time else excluded.last_time end),
      updated_at = now()
  `.execute(tx)
}
