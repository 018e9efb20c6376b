import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordBars } from '#src/market/bars/bars.ts'
import { openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { folderPlace } from '#src/platform/backup/places/folder-place.ts'
import { openBackup } from '#src/platform/backup/places/place.ts'
import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { freshWorkFolder } from '#src/platform/backup/places/work-folder.ts'
import { assertFilesFree, restoreFiles } from '#src/platform/backup/restore-files.ts'
import { historyToRestore, partOf, tablesToRestore } from '#src/platform/backup/restored-stores.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { OpenClickHouse } from '#src/platform/stores/clickhouse.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { tapewire } from '#test/fixtures/tapewire.ts'

const header = 'age-encryption.org/v1\n'
const bar = {
  ...{ instrumentId: 1, open: 1, high: 2, low: 0.1, close: 1.5, volume: 10, turnover: 0 },
  source: 'import' as const,
  interval: '1m' as const,
  time: Date.parse('2026-01-05T11:00:00Z'),
}

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'tapewire-backup-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('no backup contains a key ring from the setting KEYRING, and a restore without that key ring is refused', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using folder = await temporaryFolder()
  Object.assign(ctx.settings, { hasKeyring: true })
  await tapewire(ctx, 'backup', 'create', folder.path)
  const backup = await openBackup(folderPlace(folder.path), null)
  expect(backup.manifest.files).toEqual([])
  const keys = ctx.keyring
    .ring()
    .split(',')
    .map((key) => key.split(':')[1] ?? '')
  for (const file of await filesBelow(folder.path)) {
    const text = await readFile(file, 'latin1')
    expect([file, keys.some((key) => text.includes(key))]).toEqual([file, false])
  }
  await using target = await temporaryFolder()
  const free = (ring: string | null) => assertFilesFree(backup, { dataDir: target.path, ring }, false)
  await expect(free(null)).rejects.toThrow('holds no key ring. Set KEYRING')
  await expect(free(`1:${Buffer.alloc(32).toString('base64')}`)).rejects.toThrow('is not the key ring of this backup')
  await free(ctx.keyring.ring())
})

test('only the manifest of an encrypted backup is unencrypted, and the data can be restored with the private key', async () => {
  const identity = await generateIdentity()
  const recipient = await identityToRecipient(identity)
  await using ctx = await testPlatform({ clickhouse: true, settings: { BACKUP_AGE_RECIPIENT: recipient } })
  await using folder = await temporaryFolder()
  await keyOnPlan(ctx, 'stock-us-base')
  await recordBars(ctx, [bar])
  await mkdir(join(ctx.settings.dataDir, 'quarantine'))
  await writeFile(join(ctx.settings.dataDir, 'quarantine', 'import-1.csv'), 'x,y\n')
  expect(await tapewire(ctx, 'backup', 'create', folder.path)).toContain('encrypted.')
  expect((await readdir(ctx.settings.dataDir)).filter((name) => name.startsWith('.'))).toEqual([])
  const first = await openBackup(folderPlace(folder.path), null)
  for (const file of await filesBelow(first.path)) {
    if (/manifest\.json/.test(file)) continue
    expect([file, (await readFile(file, 'latin1')).startsWith(header)]).toEqual([file, true])
  }
  expect(await readFile(join(first.path, 'manifest.json'), 'utf8')).not.toContain(ctx.keyring.ring())

  const named = async (text: string) => {
    const file = join(ctx.settings.dataDir, 'identity.txt')
    await writeFile(file, text)
    return tapewire(ctx, 'backup', 'verify', folder.path, '--identity', file)
  }
  expect(await tapewire(ctx, 'backup', 'verify', folder.path)).toMatch(/rows not read\.\nok .*\nok .*\nok /)
  expect(await named(`# created: today\n${identity}\n`)).toMatch(/^ok .*\nok .*\nok .*Files/)
  await expect(named(await generateIdentity())).rejects.toThrow('does not open the backup')
  await expect(named('secret')).rejects.toThrow('holds no private key of age')
  await expect(openEncrypted(first, null)).rejects.toThrow('is encrypted. Name the file of its private key')

  await using there = await restored(await openEncrypted(first, [identity]))
  const counted = async ({ postgres }: TestPlatform) =>
    (await sql<{ accounts: bigint }>`select count(*) as accounts from account`.execute(postgres.db)).rows
  expect(await counted(there)).toEqual(await counted(ctx))
  expect(await there.clickhouse.query('SELECT time, close FROM bars')).toEqual(
    await ctx.clickhouse.query('SELECT time, close FROM bars'),
  )
  const data = there.settings.dataDir
  expect(await readFile(join(data, 'quarantine', 'import-1.csv'), 'utf8')).toBe('x,y\n')
  expect((await readFile(join(data, 'keyring'), 'utf8')).trim()).toBe(ctx.keyring.ring())

  await tapewire(ctx, 'backup', 'create', folder.path)
  const barsOf = ({ manifest }: typeof first) =>
    manifest.clickhouse?.tables.find(({ table }) => table === 'bars')?.parts
  expect(barsOf(await openBackup(folderPlace(folder.path), null))).toEqual(barsOf(first))
  const others = [await identityToRecipient(await generateIdentity())]
  const { of } = ctx.settings
  Object.assign(ctx.settings, {
    of: (group: typeof backupSettings) => (group === backupSettings ? { ...of(group), recipients: others } : of(group)),
  })
  await tapewire(ctx, 'backup', 'create', folder.path)
  const other = await openBackup(folderPlace(folder.path), null)
  expect(barsOf(other)).not.toEqual(barsOf(first))

  const file = join(other.path, barsOf(other)?.[0]?.files[0]?.path ?? '')
  const content = await readFile(file)
  content[content.length - 1] = (content[content.length - 1] ?? 0) ^ 1
  await writeFile(file, content)
  await expect(tapewire(ctx, 'backup', 'verify', folder.path)).rejects.toThrow('is damaged')
})

async function restored(backup: Awaited<ReturnType<typeof openEncrypted>>): Promise<TestPlatform> {
  const ctx = await testPlatform({ clickhouse: 'url' })
  await using work = await freshWorkFolder(ctx.settings.dataDir)
  const { signal } = new AbortController()
  const how = { backup, workFolder: work.path, migrations: 'migrations', log: silentLog, signal, progress: () => {} }
  const clickhouse = ctx.clickhouse as OpenClickHouse
  await ctx.postgres.session((client) =>
    tablesToRestore(how, partOf(backup, 'postgres'), {
      ...{ client, connection: ctx.postgresConnection, history: clickhouse },
    }).fill(),
  )
  await historyToRestore(how, partOf(backup, 'clickhouse'), clickhouse).fill()
  await restoreFiles(backup, { dataDir: ctx.settings.dataDir, ring: null })
  return ctx
}
