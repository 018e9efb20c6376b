import { type DataSource, dataSources } from '#src/contract/market.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, turnoverDecimals, versionOf, volumeDecimals } from '../bars/bar.ts'
import { intervalNumber } from '../bars/interval.ts'
import type { Way } from '../jobs/jobs.ts'

/** A range in ms UTC, both ends included. */
export type Period = { from: number; to: number }

const minute = intervalNumber('1m')

/** Smaller differences are rounding errors of binary fractions. */
const noise = 1e-9

/** The source of the minute of a source's ticks. An imported minute overrides the built minute of imported ticks. */
function barSource(ticks: DataSource): DataSource {
  return ticks === 'import' ? 'built' : ticks
}

/** The SQL value for the source of a tick. */
function bySource(value: (source: DataSource) => string | number): string {
  const cases = dataSources.map((source) => `ticks.source = ${sourceNumber(source)}, ${value(barSource(source))}`)
  return `multiIf(${cases.join(', ')}, ${value('built')})`
}

/** Simulated and real minutes are never mixed: simulated ticks count only if the instrument has no real bars. */
const counted = `(source != ${sourceNumber('simulated')} OR NOT {isReal:Bool})`

/**
 * Minutes that are built from one instrument's ticks and are not stored. With `all`, also minutes that differ from the
 * stored minutes and have priority. Each minute uses only the ticks of the highest rank that has ticks in it.
 */
function changedMinutes(way: Way, now: number): string {
  const made = `SELECT intDiv(time, ${minuteMs}) * ${minuteMs} AS t, argMin(price, (time, seq)) AS o, max(price) AS h, min(price) AS l,
      argMax(price, (time, seq)) AS c, round(sum(volume), ${volumeDecimals}) AS v,
      round(sum(price * volume), ${turnoverDecimals}) AS tu, argMin(${bySource(sourceNumber)}, (time, seq)) AS s,
      ${bySource((source) => versionOf(source, now))} AS place
    FROM ticks FINAL
    WHERE instrument = {instrument:UInt32} AND time >= {from:Int64} AND time <= {to:Int64} AND ${counted.replaceAll('source', 'ticks.source')}
    GROUP BY t, place`
  const best = `SELECT t, argMax((o, h, l, c, v, tu, s), place) AS made, max(place) AS wins
    FROM (${made}) GROUP BY t`
  const held = `SELECT time, (open, high, low, close, volume) AS had, version AS held FROM bars FINAL
    WHERE instrument = {instrument:UInt32} AND interval = ${minute} AND time >= {from:Int64} AND time <= {to:Int64}`
  const differs = [1, 2, 3, 4, 5].map((at) => `abs(made.${at} - had.${at}) > ${noise} * greatest(1, abs(had.${at}))`)
  return `SELECT t, made, wins, had, held = 0 AS isNew FROM (${best}) AS m LEFT JOIN (${held}) AS b ON m.t = b.time
    WHERE held = 0 ${way === 'all' ? `OR (wins > held AND (${differs.join(' OR ')}))` : ''}`
}

export async function withTicks(ctx: Platform, ids: readonly number[], period: Period): Promise<number[]> {
  const found = await ctx.clickhouse.query<{ instrument: number }>(
    `SELECT DISTINCT instrument FROM ticks WHERE instrument IN {ids:Array(UInt32)}
       AND time >= {from:Int64} AND time <= {to:Int64} ORDER BY instrument`,
    { ids: [...ids], ...period },
    { lane: 'report', maxMs: 60_000 },
  )
  return found.map(({ instrument }) => instrument)
}

async function isReal(ctx: Platform, instrument: number): Promise<boolean> {
  const found = await ctx.clickhouse.query(
    `SELECT 1 FROM bars WHERE instrument = {instrument:UInt32} AND source != ${sourceNumber('simulated')} LIMIT 1`,
    { instrument },
  )
  return found.length > 0
}

export type ChangedMinute = { time: number; before: number[] | null; after: number[] }
export type Changes = { added: number; changed: number; last: number | null; samples: ChangedMinute[] }

type CountRow = { added: string; changed: string; last: string; samples: [string, number[], number[], number][] }

const samplesMax = 5

/** The number of minutes that a recomputation would add and change, and samples of these minutes. */
export async function countChanges(
  ctx: Platform,
  instrument: number,
  period: Period,
  way: Way,
  maxMs: number,
): Promise<Changes> {
  const [row] = await ctx.clickhouse.query<CountRow>(
    `SELECT countIf(isNew) AS added, countIf(NOT isNew) AS changed, max(t) AS last,
       arraySlice(arraySort(groupArray(1000)((t, [had.1, had.2, had.3, had.4, had.5], [made.1, made.2, made.3, made.4, made.5], isNew))), 1, ${samplesMax}) AS samples
     FROM (${changedMinutes(way, ctx.clock.now())})`,
    { instrument, isReal: await isReal(ctx, instrument), ...period },
    { lane: 'report', maxMs },
  )
  return {
    added: Number(row?.added ?? 0),
    changed: Number(row?.changed ?? 0),
    last: Number(row?.last ?? 0) || null,
    samples: (row?.samples ?? []).map(([time, before, after, isNew]) => ({
      time: Number(time),
      before: isNew ? null : before,
      after,
    })),
  }
}

/** Writes the changed minutes of an instrument in one statement: all of them or none. */
export async function writeMinutes(ctx: Platform, instrument: number, period: Period, way: Way): Promise<void> {
  await ctx.clickhouse.command(
    `INSERT INTO bars SELECT {instrument:UInt32}, ${minute}, t, made.1, made.2, made.3, made.4, made.5, made.6, made.7, wins
     FROM (${changedMinutes(way, ctx.clock.now())}) SETTINGS max_insert_block_size = 1000000, min_insert_block_size_rows = 1000000`,
    { instrument, isReal: await isReal(ctx, instrument), ...period },
  )
}
