import { type DataSource, dataSources } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber } from '../bars/bar.ts'

/** What is stored of one instrument. `interval`: its number, 0 for ticks; times in ms. */
export type StoredSeries = {
  instrument: number
  interval: number
  first: number
  last: number
  rows: number
  sources: DataSource[]
}

const maxMs = 30_000
/** One bit for each source of a series. */
const sourceBits = 'groupBitOr(bitShiftLeft(toUInt32(1), source))'

/** Every stored series. Reads the keys of all rows, so it is for a count in the background. */
export async function storedSeries(ctx: Platform): Promise<StoredSeries[]> {
  const read = async (sql: string) => {
    const text = await ctx.clickhouse.text(sql, 'JSONCompactColumns', {}, { lane: 'report', maxMs })
    const columns: (number | string)[][] = text.trim() === '' ? [] : JSON.parse(text)
    const [instruments = [], intervals = [], firsts = [], lasts = [], counts = [], sources = []] = columns
    return instruments.map((instrument, at) => ({
      instrument: Number(instrument),
      interval: Number(intervals[at]),
      first: Number(firsts[at]),
      last: Number(lasts[at]),
      rows: Number(counts[at]),
      sources: dataSources.filter((source) => Number(sources[at]) & (1 << sourceNumber(source))),
    }))
  }
  const bars = await read(`SELECT instrument, interval, min(time), max(time), count(), ${sourceBits} FROM bars
    GROUP BY instrument, interval SETTINGS optimize_aggregation_in_order = 1`)
  const ticks = await read(
    `SELECT instrument, 0, min(time), max(time), count(), ${sourceBits} FROM ticks GROUP BY instrument`,
  )
  return [...bars, ...ticks]
}
