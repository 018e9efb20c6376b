import type { Platform } from '#src/platform/platform.ts'
import { sourceNumber } from '../bars/bar.ts'

const tables = ['bars', 'ticks', 'best_quotes']
const simulated = `source = ${sourceNumber('simulated')}`

/**
 * Deletes the simulated rows of these instruments, or of all instruments. A table without such rows gets no deletion.
 */
export async function deleteSimulated(ctx: Platform, instruments: readonly number[] | 'all'): Promise<void> {
  if (instruments.length === 0) return
  const rows =
    instruments === 'all' ? simulated : `${simulated} AND instrument IN (${instruments.map(Number).join(', ')})`
  for (const table of tables) {
    const found = await ctx.clickhouse.query(`SELECT 1 FROM ${table} WHERE ${rows} LIMIT 1`)
    if (found.length > 0) await ctx.clickhouse.command(`DELETE FROM ${table} WHERE ${rows}`)
  }
}

/** The instruments with stored rows that are not simulated. The query reads two columns of every row. */
export async function withRealRows(ctx: Platform): Promise<number[]> {
  const found = new Set<number>()
  for (const table of tables) {
    const rows = await ctx.clickhouse.query<{ instrument: number }>(
      `SELECT DISTINCT instrument FROM ${table} WHERE NOT ${simulated}`,
      {},
      { lane: 'report', maxMs: 60_000 },
    )
    for (const { instrument } of rows) found.add(Number(instrument))
  }
  return [...found]
}
