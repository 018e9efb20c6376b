import { type DataSource, dataSources, type Interval, intervals } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber } from '../bars/bar.ts'
import { isIntraday } from '../bars/interval.ts'
import { type ArchivedSpan, archivedTrades } from '../tick-archive/file-store.ts'
import { type Counted, presentRows, seriesName } from './recent-sql.ts'

export { seriesName }

/** The stored data of one instrument and interval. `interval`: its number, 0 for ticks; times in ms. */
export type StoredSeries = {
  instrument: number
  interval: number
  first: number
  last: number
  rows: number
  sources: DataSource[]
}

const maxMs = 30_000
/** SQL for a bit mask with one bit for each source of a series. */
const sourceBits = 'groupBitOr(bitShiftLeft(toUInt32(1), source))'

/** Every stored series. The query reads the keys of all rows, so only a background count may call it. */
export async function storedSeries(ctx: Platform): Promise<StoredSeries[]> {
  const read = async (sql: string) => {
    const columns = await ctx.clickhouse.columns(sql, {}, { lane: 'report', maxMs })
    const [instruments = [], intervals = [], firsts = [], lasts = [], counts = [], sources = []] = columns
    return Array.from(instruments, (instrument, at) => ({
      instrument,
      interval: intervals[at] ?? 0,
      first: firsts[at] ?? 0,
      last: lasts[at] ?? 0,
      rows: counts[at] ?? 0,
      sources: dataSources.filter((source) => (sources[at] ?? 0) & (1 << sourceNumber(source))),
    }))
  }
  const bars = await read(`SELECT instrument, interval, min(time), max(time), count(), ${sourceBits} FROM bars
    GROUP BY instrument, interval SETTINGS optimize_aggregation_in_order = 1`)
  const ticks = await read(
    `SELECT instrument, 0, min(time), max(time), count(), ${sourceBits} FROM ticks GROUP BY instrument`,
  )
  return [...bars, ...joined(ticks, await archivedTrades(ctx.postgres.db))]
}

/** Adds up the trades of store and archive. Only a trade that is being moved is in both. */
function joined(stored: readonly StoredSeries[], archived: readonly ArchivedSpan[]): StoredSeries[] {
  const all = new Map(stored.map((series) => [series.instrument, series]))
  for (const span of archived) {
    const known = all.get(span.instrument)
    const { instrument, first, last, rows, sources } = span
    if (!known) all.set(instrument, { instrument, interval: 0, first, last, rows, sources })
    else
      all.set(instrument, {
        ...known,
        ...{ first: Math.min(known.first, first), last: Math.max(known.last, last), rows: known.rows + rows },
        sources: dataSources.filter((source) => known.sources.includes(source) || sources.includes(source)),
      })
  }
  return [...all.values()]
}

/** For each series (by `seriesName`), the number of bars of each interval in a window. Omits series without bars. */
export async function presentBars(
  ctx: Platform,
  counted: Omit<Counted, 'bases'>,
): Promise<Map<string, Record<Interval, number>>> {
  const found = new Map<string, Record<Interval, number>>()
  if (counted.window.days.length === 0) return found
  for (const bases of [intervals.filter(isIntraday), intervals.filter((one) => !isIntraday(one))]) {
    const text = await ctx.clickhouse.text(
      presentRows({ ...counted, bases }),
      'JSONCompact',
      {},
      { lane: 'report', maxMs },
    )
    const rows: (number | string)[][] = JSON.parse(text).data
    for (const [instrument, interval, ...counts] of rows)
      found.set(
        seriesName(Number(instrument), Number(interval)),
        Object.fromEntries(intervals.map((name, at) => [name, Number(counts[at])])) as Record<Interval, number>,
      )
  }
  return found
}
