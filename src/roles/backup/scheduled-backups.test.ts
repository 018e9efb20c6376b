import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#src/contract/time.ts'
import { recordBars } from '#src/market/bars/bars.ts'
import { keepPlaces, placeAt } from '#src/platform/backup/places/open-place.ts'
import { locate, openBackup } from '#src/platform/backup/places/place.ts'
import { recordFailure } from '#src/platform/backup/record-store.ts'
import { backupLine, backupSchedule, backupStatus } from '#src/platform/backup/records.ts'
import { expiredOf } from '#src/platform/backup/retention.ts'
import { verifyBackup } from '#src/platform/backup/verify.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'
import { rehearseRestore } from '../restore/rehearsal.ts'
import { makeBackup } from './make-backup.ts'
import { backUpIfDue } from './scheduled-backups.ts'

const bar = {
  ...{ instrumentId: 1, open: 1, high: 2, low: 0.1, close: 1.5, volume: 10, turnover: 0 },
  source: 'import' as const,
  interval: '1m' as const,
  time: Date.parse('2026-01-05T11:00:00Z'),
}
const { signal } = new AbortController()

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'tapewire-schedule-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function bucket(directory: string): Promise<AsyncDisposable & { url: string }> {
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: `s3://backups/of/tapewire?endpoint=http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await server.close()
    },
  }
}

/** Kills the process of the running rehearsal. */
async function killRehearsal(): Promise<void> {
  for (const name of await readdir('/proc')) {
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    if (command?.includes('--part=rehearsal') && status?.includes(`PPid:\t${process.pid}\n`))
      process.kill(Number(name), 'SIGKILL')
  }
}

/** The settings of a sandbox that makes scheduled backups at `to`. */
async function scheduled(to: string, keep: number): Promise<TestPlatform> {
  const settings = { BACKUP_TO: to, BACKUP_KEEP: String(keep), BACKUP_KEEP_DAYS: '1' }
  return testPlatform({ clickhouse: true, settings })
}

test('the retention keeps the newest backups, and the last backup of each recent day', () => {
  const names = ['20260101T230000Z', '20260103T010000Z', '20260103T230000Z', '20260104T010000Z', '20260104T020000Z']
  const now = Date.parse('2026-01-04T03:00:00Z')
  expect(expiredOf(names, { newest: 1, days: 3 }, now)).toEqual([
    '20260101T230000Z',
    '20260103T010000Z',
    '20260104T010000Z',
  ])
  expect(expiredOf(names, { newest: 2, days: 0 }, now)).toEqual(names.slice(0, 3))
  expect(expiredOf(names, { newest: 9, days: 1 }, now)).toEqual([])
})

test('a backup address that ends with the name of a backup means this backup; any other address means a place for backups', async () => {
  const of = (location: string) => locate(location, '/srv')
  const query = '?region=eu-central-1'
  expect(await of('backups')).toEqual({ place: '/srv/backups', name: null })
  expect(await of(`s3://bucket/a/b${query}`)).toEqual({ place: `s3://bucket/a/b${query}`, name: null })
  const name = '20260105T120000Z'
  expect(await of(`s3://bucket/a/${name}${query}`)).toEqual({ place: `s3://bucket/a${query}`, name })
  expect(await of(`s3://bucket/${name}`)).toEqual({ place: 's3://bucket', name })
})

test('hourly backups to a bucket reuse unchanged files, and a rehearsal restores a backup completely', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  const { url } = stack.use(await bucket(folder.path))
  await using ctx = await scheduled(url, 1)
  keepPlaces(ctx, { keyId: 'S3RVER', secret: 'S3RVER' })
  await keyOnPlan(ctx, 'stock-us-base')
  await recordBars(ctx, [bar, { ...bar, time: bar.time + minuteMs }])
  await using place = await placeAt(ctx, url)

  expect([await backUpIfDue(ctx, signal), await backUpIfDue(ctx, signal)]).toEqual([true, false])
  const first = await backupStatus(ctx)
  expect(first.last).toMatchObject({ folder: 's3://backups/of/tapewire', reused: 0 })
  await ctx.clock.advance(hourMs)
  expect(await backUpIfDue(ctx, signal)).toBe(true)
  const second = await backupStatus(ctx)
  expect(second.last?.reused).toBeGreaterThan(0)
  expect(await place.names()).toEqual([second.last?.id])

  // The process of a rehearsal reads its settings from the environment.
  for (const [name, value] of Object.entries({ MODE: 'sandbox', BACKUP_KEY_ID: 'S3RVER', BACKUP_SECRET: 'S3RVER' }))
    vi.stubEnv(name, value)
  stack.defer(() => void vi.unstubAllEnvs())
  expect(await tapewire(ctx, 'backup', 'verify')).toMatch(/^ok .*\nok .*\nok /)
  const output = await tapewire(ctx, 'backup', 'rehearse')
  expect(output).toMatch(/came back whole: [\d,]+ rows of PostgreSQL, [\d,]+ of ClickHouse, 1 files/)
  expect((await backupStatus(ctx)).last).toMatchObject({ rehearsedAt: ctx.clock.now(), fault: null })
  expect((await readdir(ctx.settings.dataDir)).filter((name) => name.startsWith('.'))).toEqual([])

  const interrupted = { location: url, name: null, identities: null, signal, progress: () => void killRehearsal() }
  await expect(rehearseRestore(ctx, interrupted)).rejects.toThrow('the process of the rehearsal ended')
  expect((await backupStatus(ctx)).last).toMatchObject({ fault: null })

  const stored: string[] = []
  for (const entry of await readdir(folder.path, { recursive: true, withFileTypes: true }))
    if (/files\/[0-9a-f]{64}.*_object$/.test(join(entry.parentPath, entry.name)))
      stored.push(join(entry.parentPath, entry.name))
  await Promise.all(stored.map((path) => writeFile(path, 'damaged')))
  await expect(tapewire(ctx, 'backup', 'rehearse')).rejects.toThrow('The rehearsal failed')
  await expect(backupLine(ctx)).rejects.toThrow('damaged')
}, 120_000)

test('a verification that cannot fetch the files of a backup fails without calling the backup damaged', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await temporaryFolder())
  const storage = await bucket(folder.path)
  await using ctx = await scheduled(storage.url, 1)
  keepPlaces(ctx, { keyId: 'S3RVER', secret: 'S3RVER' })
  await backUpIfDue(ctx, signal)
  await using place = await placeAt(ctx, storage.url)
  const backup = await openBackup(place, null)
  await storage[Symbol.asyncDispose]()
  const verified = verifyBackup({ ...backup, identities: null }, signal, () => {})
  await expect(verified).rejects.toThrow(/ could not be fetched: .*ECONNREFUSED/)
}, 60_000)

test('a failed backup is tried again after ten minutes, and its failure is recorded until a backup succeeds', async () => {
  await using folder = await temporaryFolder()
  const to = join(folder.path, 'disk')
  await using ctx = await scheduled(to, 2)
  await writeFile(to, 'not a folder')
  await expect(backUpIfDue(ctx, signal)).rejects.toThrow()
  const since = ctx.clock.now()
  expect(await backupSchedule(ctx)).toMatchObject({
    to,
    failure: { since, reason: expect.stringContaining('a part of the path is a file') },
  })
  await expect(backupLine(ctx)).rejects.toThrow('none can be made since 2026-01-05T12:00Z')
  await rm(to)
  await ctx.clock.advance(9 * minuteMs)
  expect(await backUpIfDue(ctx, signal)).toBe(false)
  await ctx.clock.advance(minuteMs)
  expect(await backUpIfDue(ctx, signal)).toBe(true)
  expect(await backupSchedule(ctx)).toMatchObject({ failure: null, isDue: false })
  await ctx.clock.advance(4 * hourMs)
  expect(await backupSchedule(ctx)).toMatchObject({ isDue: true })
})

test('a backup dated a year ahead by a wrong clock neither delays later backups nor counts as the last backup', async () => {
  await using folder = await temporaryFolder()
  await using ctx = await scheduled(folder.path, 1)
  await using place = await placeAt(ctx, folder.path)
  ctx.clock.correct(365 * dayMs)
  await backUpIfDue(ctx, signal)
  await recordFailure(ctx.postgres.db, 'the disk was full', ctx.clock.now())
  ctx.clock.correct(-365 * dayMs)
  expect([await backUpIfDue(ctx, signal), await backUpIfDue(ctx, signal)]).toEqual([true, false])
  expect(await place.names()).toEqual(['20260105T120000Z', '20270105T120000Z'])
  expect((await backupStatus(ctx)).last?.id).toBe('20260105T120000Z')
  await ctx.clock.advance(4 * hourMs)
  expect(await backupStatus(ctx)).toMatchObject({ isDue: true })
})

test('a failure of scheduled backups is reported until a manual backup succeeds, and only if BACKUP_TO is set', async () => {
  await using folder = await temporaryFolder()
  await using ctx = await scheduled(folder.path, 2)
  await recordFailure(ctx.postgres.db, 'the disk was full', ctx.clock.now())
  await using unscheduled = await testPlatform()
  await recordFailure(unscheduled.postgres.db, 'the disk was full', ctx.clock.now())
  expect([(await backupStatus(ctx)).failure, (await backupStatus(unscheduled)).failure]).toEqual([
    expect.objectContaining({ reason: 'the disk was full' }),
    null,
  ])
  await ctx.clock.advance(minuteMs)
  await tapewire(ctx, 'backup', 'create')
  expect(await backUpIfDue(ctx, signal)).toBe(false)
  expect((await backupStatus(ctx)).failure).toBeNull()
})

test('a scheduled backup waits for a running backup, and the wait is not recorded as a failure', async () => {
  await using folder = await temporaryFolder()
  await using ctx = await scheduled(folder.path, 2)
  expect(await ctx.postgres.ifUnlocked('backup', () => backUpIfDue(ctx, signal))).toBe(false)
  expect((await backupStatus(ctx)).failure).toBeNull()
  expect(await backUpIfDue(ctx, signal)).toBe(true)
})

test('a new backup succeeds even if older backups cannot be removed', async () => {
  await using folder = await temporaryFolder()
  await using ctx = await scheduled(folder.path, 1)
  await using place = await placeAt(ctx, folder.path)
  await backUpIfDue(ctx, signal)
  const [first] = await place.names()
  await ctx.clock.advance(dayMs)
  // A folder that is not empty has the name under which the older backup is removed.
  const progress = () => void mkdir(join(folder.path, `.unfinished-${first}`, 'file'), { recursive: true })
  const made = await makeBackup(ctx, { place, keep: { newest: 1, days: 0 }, signal, progress })
  expect(made).toMatchObject({ removed: [], notRemoved: expect.stringContaining('ENOTEMPTY') })
  expect(await place.names()).toEqual([first, made.manifest.id])
})
