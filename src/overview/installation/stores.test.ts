import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { importBars } from '#src/market/import/import-bars.ts'
import { assertNoHistory } from '#src/platform/stores/history/history-state.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { historyLine } from './stores.ts'

const bar = { open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 0, source: 'import' } as const

test('the thorough check finds an unreadable block of the history, and a new PostgreSQL database is refused beside an existing history', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await recordBars(ctx, [{ ...bar, instrumentId: 1, interval: '1m', time: 1_700_000_000_000 }])
  expect(await historyLine(ctx, true)).toBe('every block can be read, 0 gaps in 7 days')
  await expect(assertNoHistory(ctx.clickhouse)).rejects.toThrow(
    'PostgreSQL is new and empty, but ClickHouse holds the history of another installation',
  )
  const [part] = await ctx.clickhouse.query<{ path: string }>(
    "SELECT path FROM system.parts WHERE table = 'bars' AND active AND database = currentDatabase()",
  )
  const file = (await readdir(part?.path ?? '')).find((name) => name === 'data.bin' || name === 'close.bin')
  await writeFile(join(part?.path ?? '', file ?? ''), 'nonsense')
  expect(await historyLine(ctx, false)).toBe('0 gaps in 7 days')
  await expect(historyLine(ctx, true)).rejects.toThrow('damaged files in bars. Put back DATA_DIR/clickhouse')
})

test('after the stored history is deleted, the doctor reports that imported series have no bars, even if recording has continued', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
  const csv = join(ctx.settings.dataDir, 'crypto-ba-AAAUSD-1m.csv')
  await writeFile(csv, 'time,open,high,low,close,volume,turnover\n2025-01-02T15:00:00.000Z,1,1,1,1,1,1\n')
  await importBars(ctx, csv, {}, { signal: new AbortController().signal, progress: () => {} })
  expect(await historyLine(ctx, false)).toBe('0 gaps in 7 days')
  await ctx.clickhouse.command('TRUNCATE TABLE bars')
  await recordBars(ctx, [{ ...bar, source: 'exchange', instrumentId: 1, interval: '1m', time: 1_767_000_000_000 }])
  await expect(historyLine(ctx, false)).rejects.toThrow('1 of 1 imported series have no bar any longer. Put back')
})

test('for a month the doctor reports a ClickHouse history younger than the PostgreSQL database, but no history restored from a backup', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: Date.now() })
  await sql`update migrations set applied_at = ${new Date(Date.now() - 2 * dayMs)}`.execute(ctx.postgres.db)
  await expect(historyLine(ctx, false)).rejects.toThrow(/it was made anew on \d{4}-\d{2}-\d{2}, after PostgreSQL/)
  await ctx.clickhouse.command('TRUNCATE TABLE migrations')
  await ctx.clickhouse.insert('migrations', [{ name: 'of a backup', checksum: '', applied_at: 0 }])
  expect(await historyLine(ctx, false)).toBe('0 gaps in 7 days')
  await ctx.clickhouse.command('TRUNCATE TABLE migrations')
  await ctx.clickhouse.insert('migrations', [{ name: 'of a start', checksum: '' }])
  await expect(historyLine(ctx, false)).rejects.toThrow('made anew')
  await ctx.clock.advance(29 * dayMs)
  await expect(historyLine(ctx, false)).rejects.toThrow('made anew')
  await ctx.clock.advance(2 * dayMs)
  expect(await historyLine(ctx, false)).toBe('0 gaps in 7 days')
})
