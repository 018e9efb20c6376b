import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber, versionOf } from '../bars/bar.ts'

const settleMs = 60_000

/** The rows of an instrument that one import wrote. `interval`: its number; 0 for ticks. */
export type Written = { instrument: number; interval: number; rows: string; first: string; last: string; close: number }

const how = { lane: 'report', maxMs: settleMs } as const

export async function writtenBars(ctx: Platform, startedAt: number): Promise<Written[]> {
  return ctx.clickhouse.query<Written>(
    `SELECT instrument, interval, count() AS rows, min(time) AS first, max(time) AS last, argMax(close, time) AS close
     FROM bars FINAL WHERE source = ${sourceNumber('import')} AND version = ${versionOf('import', startedAt)}
     GROUP BY instrument, interval`,
    {},
    how,
  )
}

export async function writtenTicks(ctx: Platform, startedAt: number): Promise<Written[]> {
  return ctx.clickhouse.query<Written>(
    `SELECT instrument, 0 AS interval, count() AS rows, min(time) AS first, max(time) AS last, 0 AS close
     FROM ticks FINAL WHERE source = ${sourceNumber('import')} AND version = ${versionOf('import', startedAt)}
     GROUP BY instrument`,
    {},
    how,
  )
}
