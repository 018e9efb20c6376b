import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { openClickHouse } from '#src/platform/stores/clickhouse.ts'
import { migrateClickHouse } from '#src/platform/stores/history/clickhouse-migrations.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { insertTallies, talliesOf } from './store.ts'

test('the migration that adds the status column keeps the earlier usage, and a second run does not double the usage', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tapewire-usage-'))
  const migrations = join(dir, 'migrations')
  await cp('migrations/clickhouse', migrations, { recursive: true })
  await rm(join(migrations, '0502-usage-answers.sql'))
  await using clickhouse = await openClickHouse({ kind: 'embedded', path: join(dir, 'store') })
  await migrateClickHouse(clickhouse, migrations, silentLog)
  await clickhouse.insert('usage', [{ key_id: 'k', minute: 60_000, call: 'quote', requests: 7, errors: 2, bytes: 9 }])
  for (let time = 0; time < 2; time += 1) {
    await migrateClickHouse(clickhouse, 'migrations/clickhouse', silentLog)
    await clickhouse.command(
      "ALTER TABLE migrations DELETE WHERE name = '0502-usage-answers' SETTINGS mutations_sync = 1",
    )
  }
  const tallies = await talliesOf({ clickhouse }, ['k'], { from: 0, to: 120_000, stepMs: 60_000 })
  const row = { keyId: 'k', t: 60_000, call: 'quote', reason: '', uncounted: 0 }
  expect(tallies.sort((a, b) => a.status - b.status)).toEqual([
    { ...row, status: 200, requests: 5, bytes: 9 },
    { ...row, status: 400, requests: 2, bytes: 0 },
  ])
  await rm(dir, { recursive: true, force: true })
})

test('on an external ClickHouse, usage is summed per key, even for a key id with special characters', async () => {
  await using ctx = await testPlatform({ clickhouse: 'url' })
  const tally = { t: 60_000, call: 'quote', status: 200, reason: '', requests: 2, uncounted: 0, bytes: 9 } as const
  await insertTallies(ctx, [
    { ...tally, keyId: "k'1" },
    { ...tally, keyId: "k'1" },
    { ...tally, keyId: 'k2' },
  ])
  const tallies = await talliesOf(ctx, ["k'1", 'a,b'], { from: 0, to: 120_000, stepMs: 60_000 })
  expect(tallies).toEqual([{ ...tally, keyId: "k'1", requests: 4, bytes: 18 }])
})
