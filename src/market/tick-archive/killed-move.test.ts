import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { ManualClock } from '#src/platform/clock.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Platform } from '#src/platform/platform.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migrateClickHouse } from '#src/platform/stores/history/clickhouse-migrations.ts'
import type { ArchiveOrder } from '#test/fixtures/archive-process.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { tradesOf, walkTicks } from '#test/fixtures/walked-ticks.ts'
import { upsertInstruments } from '../instruments/instruments.ts'
import { recordTicks } from '../ticks/ticks.ts'
import { damagedFiles } from './archive-status.ts'
import { readableFiles, unfinishedFiles } from './file-store.ts'
import { archiveFiles } from './files/open-files.ts'

/** For each run, the milliseconds between the start of a file and the kill. `npm run drill -- moves` has more runs. */
const killsMs = process.env.TAPEWIRE_DRILL_STEPS === 'all' ? [0, 15, 40, 80] : [40]
const perDay = 60
const rowsMax = 40
const old = Date.parse('2026-02-02')
const now = Date.parse('2026-03-20T12:00:00Z')

test(`no tick is lost or duplicated when a process that moves old ticks is killed with its ClickHouse (kills: ${killsMs.length})`, async () => {
  await using platform = await testPlatform({ now })
  const [id = 0] = await upsertInstruments(
    platform,
    [{ class: 'crypto', region: 'BA', exchange: 'CCC', code: 'BTCUSD', name: 'Coin' }],
    'catalogue',
  )
  const path = join(platform.settings.dataDir, 'moved')
  const days = Array.from({ length: 8 }, (_, at) => old + at * dayMs)
  const read = async <T>(work: (ctx: Platform) => Promise<T>): Promise<T> => {
    await using clickhouse = await openClickHouse({ kind: 'embedded', path })
    return await work({ ...platform, clickhouse, kept: new Map() })
  }
  const walk = (ctx: Platform, order: 'newest' | 'oldest') => walkTicks(ctx, id, { order, limit: 37, to: now })
  const wanted = await read(async (ctx) => {
    await migrateClickHouse(ctx.clickhouse as never, 'migrations/clickhouse', silentLog)
    // ClickHouse applies TTLs by the real time, which would delete the old rows.
    await ctx.clickhouse.command('SYSTEM STOP TTL MERGES')
    const written = { ...ctx, clock: new ManualClock(now - hourMs) }
    await recordTicks(written, tradesOf(id, [...days, now - dayMs], perDay))
    return walk(ctx, 'oldest')
  })
  expect(wanted).toHaveLength(9 * perDay)

  const order: ArchiveOrder = {
    ...{ postgres: platform.postgresConnection, clickhousePath: path },
    ...{ dataDir: platform.settings.dataDir, now, rowsMax },
  }
  const states: string[] = []
  for (const [kill, ms] of killsMs.entries()) {
    const before = await newestFile(platform)
    const child = await begun(order)
    while ((await newestFile(platform)) <= before) await sleep(1)
    await sleep(ms)
    child.kill('SIGSTOP')
    while ((await unfinishedFiles(platform.postgres.db)).length === 0) {
      child.kill('SIGCONT')
      await sleep(1)
      child.kill('SIGSTOP')
    }
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    states.push(...(await unfinishedFiles(platform.postgres.db)).map(({ state }) => state))
    expect(await read((ctx) => walk(ctx, kill % 2 === 0 ? 'oldest' : 'newest'))).toEqual(wanted)
  }
  expect(states.length).toBeGreaterThan(0)
  await once(await begun(order), 'exit')
  await read(async (ctx) => {
    expect(await walk(ctx, 'oldest')).toEqual(wanted)
    const [left] = await ctx.clickhouse.query<{ n: string }>('SELECT count() AS n FROM ticks FINAL')
    expect(Number(left?.n)).toBe(perDay)
    expect(await damagedFiles(ctx, { thorough: true })).toEqual([])
    const there: string[] = []
    for await (const { name } of archiveFiles(ctx).list()) there.push(name)
    expect(there.toSorted()).toEqual((await readableFiles(ctx.postgres.db)).map(({ name }) => name))
  })
}, 90_000)

async function newestFile({ postgres }: Platform): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from archived_file`.execute(postgres.db)
  return rows[0]?.id ?? 0
}

/** Starts a process that moves ticks, and waits until the move has begun. */
async function begun(order: ArchiveOrder): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, '../../../test/fixtures/archive-process.ts'))
  child.send(order)
  await once(child, 'message')
  return child
}
