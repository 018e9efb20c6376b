import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#src/contract/time.ts'
import { upsertInstruments } from '#src/market/instruments/instruments.ts'
import { damagedFiles } from '#src/market/tick-archive/archive-status.ts'
import { moveOldTicks } from '#src/market/tick-archive/move.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { createBackup, type MadeBackup } from '#src/platform/backup/create.ts'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { restoreFiles } from '#src/platform/backup/restore-files.ts'
import { historyToRestore, partOf, tablesToRestore } from '#src/platform/backup/restored-stores.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { OpenClickHouse } from '#src/platform/stores/clickhouse.ts'
import { clickhouseRecords, postgresRecords } from '#src/privacy/records.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tradesOf, walkTicks } from '#test/fixtures/walked-ticks.ts'

const now = Date.parse('2026-03-20T12:00:00Z')
const old = Date.parse('2026-02-02')
const perDay = 30
const days = Array.from({ length: 4 }, (_, at) => old + at * dayMs)
const { signal } = new AbortController()
const tablesOf = (records: readonly { table: string }[]) => records.map(({ table }) => table)

function backUp(ctx: TestPlatform, folder: string): Promise<MadeBackup> {
  return createBackup(ctx, {
    ...{
      place: folderPlace(folder),
      keep: null,
      version: '0',
      recipients: [],
      recorded: async () => true,
      signal,
      progress: () => {},
    },
    tables: { postgres: tablesOf(postgresRecords), clickhouse: tablesOf(clickhouseRecords) },
  })
}

async function restored(backup: MadeBackup): Promise<TestPlatform> {
  const ctx = await testPlatform({ clickhouse: 'url', now })
  const opened = { ...backup, identities: null }
  const how = { backup: opened, workFolder: '', migrations: 'migrations', log: silentLog, signal, progress: () => {} }
  const clickhouse = ctx.clickhouse as OpenClickHouse
  await ctx.postgres.session((client) =>
    tablesToRestore(how, partOf(backup, 'postgres'), {
      ...{ client, connection: ctx.postgresConnection, history: clickhouse },
    }).fill(),
  )
  await historyToRestore(how, partOf(backup, 'clickhouse'), clickhouse).fill()
  await restoreFiles(opened, { dataDir: ctx.settings.dataDir, ring: ctx.keyring.ring() })
  return ctx
}

test('a backup that starts while old ticks move to the archive contains each tick once and a complete archive', async () => {
  await using ctx = await testPlatform({ clickhouse: true, now: now - hourMs })
  const folder = await mkdtemp(join(tmpdir(), 'tapewire-backup-'))
  try {
    const made = { class: 'crypto', region: 'BA', exchange: 'CCC', code: 'BTCUSD', name: 'Coin' } as const
    const [id = 0] = await upsertInstruments(ctx, [made], 'catalogue')
    await recordTicks(ctx, tradesOf(id, [...days, now - dayMs], perDay))
    await ctx.clock.advance(hourMs)
    const walk = (from: TestPlatform) => walkTicks(from, id, { order: 'oldest', limit: 17, to: now })
    const wanted = await walk(ctx)
    const saving: Promise<MadeBackup>[] = []
    // One file is finished when the backup begins. The next files are written during the backup, and the deletion of
    // their rows waits until the backup ends.
    const moved = await moveOldTicks(ctx, {
      ...{ signal, rowsMax: perDay },
      progress: () => {
        if (saving.length === 0) saving.push(backUp(ctx, folder))
      },
    })
    const [saved] = await Promise.all(saving)
    expect(moved).toMatchObject({ files: days.length, rows: days.length * perDay })
    if (!saved) throw new Error('no backup was made')
    await using there = await restored(saved)
    expect(await walk(there)).toEqual(wanted)
    await moveOldTicks(there, { signal })
    expect(await walk(there)).toEqual(wanted)
    expect(await damagedFiles(there, { thorough: true })).toEqual([])
    const [left] = await there.clickhouse.query<{ n: string }>('SELECT count() AS n FROM ticks FINAL')
    expect(Number(left?.n)).toBe(perDay)
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)
