import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { chainRows } from '#src/audit/chain.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { ensureInstrument } from '#src/market/instruments/instruments.ts'
import { recordTicks } from '#src/market/ticks/ticks.ts'
import { copyIfThere, dataFiles } from '#src/platform/backup/files/data-files.ts'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import { backupLine, backupStatus } from '#src/platform/backup/records.ts'
import { advisoryLocks } from '#src/platform/leases/advisory-locks.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'

const time = Date.parse('2026-01-05T11:00:00Z')
const bar = {
  instrumentId: 1,
  open: 1,
  high: 2,
  low: 0.1,
  close: 1.5,
  volume: 10,
  turnover: 0,
  source: 'import',
} as const

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'tapewire-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function fillHistory(ctx: TestPlatform): Promise<void> {
  const ticks = Array.from({ length: 1_000 }, (_, seq) => ({
    ...{ instrumentId: 1, time: time + seq, seq, price: 1 + seq / 7, volume: 1, side: 1 as const, bid: 0, ask: 0 },
    source: 'exchange' as const,
  }))
  await recordTicks(ctx, ticks)
  await recordBars(ctx, [{ ...bar, interval: '1m', time }])
}

test('a backup contains the rows of both databases, passes verification and reuses unchanged parts of the previous backup', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using folder = await temporaryFolder()
  await keyOnPlan(ctx, 'stock-us-base')
  await fillHistory(ctx)
  for (const name of ['quarantine', 'day-files']) await mkdir(join(ctx.settings.dataDir, name))
  await writeFile(join(ctx.settings.dataDir, 'day-files', 'a.1.2.c.parquet'), 'x')
  await writeFile(join(ctx.settings.dataDir, 'quarantine', 'import-1.csv'), 'x,y\n')
  for (const name of ['part-site.pid', 'control.sock', 'lock']) await writeFile(join(ctx.settings.dataDir, name), '1')

  await mkdir(join(folder.path, '.unfinished-20260104T000000Z'))
  expect(await tapewire(ctx, 'backup', 'create', folder.path)).toContain('20260105T120000Z is complete')
  expect(await readdir(folder.path)).toEqual(['20260105T120000Z'])
  const first = await openBackup(folderPlace(folder.path), null)
  const rowsOf = (table: string) =>
    first.manifest.postgres?.tables.find((one) => one.table === table)?.file.rows ??
    first.manifest.clickhouse?.tables
      .find((one) => one.table === table)
      ?.parts.flatMap(({ files }) => files)
      .reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  expect([rowsOf('account'), rowsOf('api_key'), rowsOf('ticks'), rowsOf('bars')]).toEqual([1, 1, 1_000, 1])
  expect(first.manifest.files.map(({ path }) => path)).toEqual(['keyring', 'data/quarantine/import-1.csv'])
  expect((await readFile(join(first.path, 'keyring'), 'utf8')).trim()).toBe(ctx.keyring.ring())
  for (const inner of await readdir(first.path, { recursive: true, withFileTypes: true }))
    expect((await stat(join(inner.parentPath, inner.name))).mode & 0o777).toBe(inner.isDirectory() ? 0o700 : 0o600)

  expect(await tapewire(ctx, 'backup', 'verify', folder.path)).toMatch(
    /^ok .*PostgreSQL.*\nok .*ClickHouse.*\nok .*Files/,
  )
  expect(await backupLine(ctx)).toMatch(/2026-01-05T12:00Z.*, verified$/)

  await recordBars(ctx, [{ ...bar, interval: '1m', time: time + 60_000 }])
  const output = await tapewire(ctx, 'backup', 'create', folder.path, '--keep', '1')
  expect(output).toContain('20260105T120000Z-2 is complete')
  expect(output).toContain('Removed: 20260105T120000Z.')
  const second = await openBackup(folderPlace(folder.path), null)
  const ticksOf = ({ manifest }: typeof first) =>
    manifest.clickhouse?.tables.find(({ table }) => table === 'ticks')?.parts
  expect(ticksOf(second)).toEqual(ticksOf(first))
  expect((await backupStatus(ctx)).last?.reused).toBeGreaterThan(0)

  const file = join(second.path, ticksOf(second)?.[0]?.files[0]?.path ?? '')
  const content = await readFile(file)
  content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
  await writeFile(file, content)
  await expect(tapewire(ctx, 'backup', 'verify', folder.path)).rejects.toThrow('is damaged')
  await expect(backupLine(ctx)).rejects.toThrow('damaged')
})

test('bars written and merged during a backup are in the backup once, and the id of their new instrument is reserved', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using folder = await temporaryFolder()
  await fillHistory(ctx)
  await recordBars(ctx, [{ ...bar, interval: '1m', time: time + 60_000 }])
  let late = 0
  const busy = {
    ...ctx,
    clickhouse: {
      ...ctx.clickhouse,
      async save(...args: Parameters<TestPlatform['clickhouse']['save']>) {
        await ctx.clickhouse.save(...args)
        if (late > 0) return
        late = (await ensureInstrument(ctx, { class: 'crypto', region: '', code: 'LATE' })).id
        await recordBars(ctx, [{ ...bar, instrumentId: late, interval: '1m', time: time + 120_000 }])
        for (const table of ['bars', 'migrations']) await ctx.clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`)
      },
    },
  }
  await tapewire(busy, 'backup', 'create', folder.path)
  const { manifest } = await openBackup(folderPlace(folder.path), null)
  const tables = new Map(manifest.postgres?.tables.map(({ table, file }) => [table, file.rows]))
  expect(tables.get('instruments')).toBe(0)
  expect(manifest.postgres?.sequences).toContainEqual({ table: 'instruments', column: 'id', value: String(late) })
  const bars = manifest.clickhouse?.tables.find(({ table }) => table === 'bars')?.parts ?? []
  expect(bars).toHaveLength(1)
  expect(bars[0]?.files[0]?.rows).toBe(3)
})

test('backups and the chaining of audit rows do not block each other', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using folder = await temporaryFolder()
  const output = await ctx.postgres.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.auditChain})`.execute(tx)
    expect(await chainRows(ctx)).toBe(0)
    return tapewire(ctx, 'backup', 'create', folder.path)
  })
  expect(output).toContain('is complete')
  await ctx.postgres.session(async (client) => {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.backup])
    expect(await chainRows(ctx)).toBeGreaterThan(0)
    await expect(tapewire(ctx, 'backup', 'create', folder.path)).rejects.toThrow('is being made already')
  })
})

test('a backup into DATA_DIR or into a folder of another installation is refused, and verifying an empty folder fails', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using folder = await temporaryFolder()
  const make = (path: string) => tapewire(ctx, 'backup', 'create', path)
  await expect(make(join(ctx.settings.dataDir, 'backups'))).rejects.toThrow('inside DATA_DIR')
  await expect(tapewire(ctx, 'backup', 'verify', folder.path)).rejects.toThrow('There is no backup in')
  await make(folder.path)
  await sql`update installation set id = gen_random_uuid()`.execute(ctx.postgres.db)
  await expect(make(folder.path)).rejects.toThrow('holds backups of another installation')
})

test('a backup contains a folder of DATA_DIR that is a link to another disk, and fails while that disk is missing', async () => {
  await using dataDir = await temporaryFolder()
  await using disk = await temporaryFolder()
  await mkdir(join(disk.path, 'trades'))
  await writeFile(join(disk.path, 'trades/day.parquet'), 'rows')
  await symlink(disk.path, join(dataDir.path, 'archive'))
  expect(await dataFiles(dataDir.path)).toEqual(['archive/trades/day.parquet'])
  await copyIfThere(join(dataDir.path, 'archive/trades/day.parquet'), join(disk.path, 'copy'))
  expect(await readFile(join(disk.path, 'copy'), 'utf8')).toBe('rows')
  await rm(disk.path, { recursive: true })
  await expect(dataFiles(dataDir.path)).rejects.toThrow('ENOENT')
})
