import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { tradesOf } from '#test/fixtures/walked-ticks.ts'
import { upsertInstruments } from '../instruments/instruments.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { moveOldTicks } from './move.ts'
import { moveNightly } from './nightly.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const running = { signal: new AbortController().signal }
const stores = {
  DATABASE_URL: 'postgres://host/tapewire',
  CLICKHOUSE_URL: 'http://host:8123/tapewire',
  REDIS_URL: 'redis://host',
}

test('with external stores, old ticks are not moved to the archive until ARCHIVE_URL is set', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now })
  const made = { class: 'crypto', region: 'BA', exchange: 'CCC', code: 'BTCUSD', name: 'Coin' } as const
  const [id = 0] = await upsertInstruments(ctx, [made], 'catalogue')
  await recordTicks(ctx, tradesOf(id, [now - 40 * dayMs], 20))
  await ctx.clock.advance(hourMs)
  const { dataDir } = ctx.settings
  const warn = vi.fn()
  const alone = { ...ctx, settings: testSettings({ ...stores, DATA_DIR: dataDir }), log: { ...ctx.log, warn } }
  await expect(moveOldTicks(alone, running)).rejects.toThrow('until ARCHIVE_URL names a place')
  await using _nightly = moveNightly(alone)
  await ctx.clock.advance(hourMs)
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  const settings = testSettings({ ...stores, ARCHIVE_URL: join(dataDir, 'archive') })
  expect(await moveOldTicks({ ...ctx, settings }, running)).toMatchObject({ rows: 20 })
})
