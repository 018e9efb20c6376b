import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber } from '../bars/bar.ts'
import type { MergePair } from './merge-store.ts'

/** The tables of the column store, with the columns that identify a row of one instrument. */
export const historyTables = [
  { name: 'bars', key: 'interval, time', sourced: true },
  { name: 'ticks', key: 'time, seq', sourced: true },
  { name: 'best_quotes', key: 'time, seq', sourced: true },
  { name: 'bar_corrections', key: 'interval, time, recorded', sourced: false },
  { name: 'bar_numbers', key: 'time, seq', sourced: false },
] as const

const statementMs = 120_000
const simulated = sourceNumber('simulated')

export async function withHistory(ctx: Platform, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  if (ids.length === 0) return found
  for (const { name } of historyTables) {
    const rows = await ctx.clickhouse.query<{ instrument: number }>(
      `SELECT DISTINCT instrument FROM ${name} WHERE instrument IN {ids:Array(UInt32)}`,
      { ids: [...ids] },
      { lane: 'report', maxMs: statementMs },
    )
    for (const { instrument } of rows) found.add(Number(instrument))
  }
  return found
}

export async function countRows(ctx: Platform, id: number): Promise<number[]> {
  const counts: number[] = []
  for (const name of ['bars', 'ticks']) {
    const sql = `SELECT count() AS rows FROM ${name} FINAL WHERE instrument = {id:UInt32}`
    const [row] = await ctx.clickhouse.query<{ rows: string }>(sql, { id }, { lane: 'report', maxMs: statementMs })
    counts.push(Number(row?.rows ?? 0))
  }
  return counts
}

/**
 * Tables with rows of an instrument. Other tables get no delete, because a delete without rows takes as long as a
 * delete with rows.
 */
async function tablesWith(ctx: Platform, id: number): Promise<(typeof historyTables)[number][]> {
  const found: (typeof historyTables)[number][] = []
  for (const table of historyTables) {
    const sql = `SELECT 1 FROM ${table.name} WHERE instrument = {id:UInt32} LIMIT 1`
    const rows = await ctx.clickhouse.query(sql, { id }, { lane: 'report', maxMs: statementMs })
    if (rows.length > 0) found.push(table)
  }
  return found
}

/**
 * Copies the rows of `from` to `into`. Safe to repeat: bars and ticks replace their earlier copies, and rows of the
 * other tables are skipped if `into` has them. `isReal`: a source feeds one of the two instruments, so simulated rows
 * are not copied.
 */
export async function copyHistory(ctx: Platform, { from, into }: MergePair, isReal: boolean): Promise<void> {
  for (const { name, key, sourced } of await tablesWith(ctx, from)) {
    const condition = !sourced
      ? `AND (${key}) NOT IN (SELECT ${key} FROM ${name} WHERE instrument = ${into})`
      : isReal
        ? `AND source <> ${simulated}`
        : ''
    await ctx.clickhouse.command(
      `INSERT INTO ${name} SELECT * REPLACE (toUInt32(${into}) AS instrument)
       FROM (SELECT * FROM ${name} WHERE instrument = ${from} ${condition})
       SETTINGS max_partitions_per_insert_block = 0`,
    )
  }
}

/**
 * Deletes the rows of `from` that exist under `into`, and with `isReal` the simulated rows of `from`. A row that
 * arrived after the copy stays until it is copied, too.
 */
export async function dropCopied(ctx: Platform, { from, into }: MergePair, isReal: boolean): Promise<void> {
  for (const { name, key, sourced } of await tablesWith(ctx, from)) {
    const unwanted = sourced && isReal ? `OR source = ${simulated}` : ''
    await ctx.clickhouse.command(
      `DELETE FROM ${name} WHERE instrument = ${from}
         AND ((${key}) IN (SELECT ${key} FROM ${name} WHERE instrument = ${into}) ${unwanted})`,
    )
  }
}
