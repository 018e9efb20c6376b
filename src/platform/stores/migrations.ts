import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { assertVersion } from '../engines/engine-versions.ts'
import { releaseOf } from '../engines/releases.ts'
import type { HeldLock, Log } from '../platform.ts'
import { whileLocked } from '../sessions/held-lock-store.ts'
import { openClient } from '../sessions/open-client-store.ts'
import { SettingsError } from '../settings.ts'

export type Migration = { name: string; checksum: string; sql: string }

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { name: file.slice(0, -4), checksum: createHash('sha256').update(text).digest('hex'), sql: text }
    }),
  )
}

/**
 * The migrations to run. Refuses a store whose applied migrations differ. Refuses a store that a newer version has
 * migrated, unless that version is the next release.
 */
export function pendingMigrations(
  ours: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  { store, isOfNextRelease }: { store: string; isOfNextRelease: boolean },
): Migration[] {
  const names = new Set(ours.map(({ name }) => name))
  const foreign = [...applied.keys()].find((name) => !names.has(name))
  if (foreign && !isOfNextRelease) {
    throw new SettingsError(
      `The ${store} data was written by a newer version of Tapewire (it knows the migration ${foreign}). Start that version, or use another data directory or database.`,
    )
  }
  const changed = ours.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new SettingsError(
      `The migration ${changed.name} was changed after it ran on this ${store} data. Restore the file, and put the change into a new migration.`,
    )
  }
  return ours.filter(({ name }) => !applied.has(name))
}

/** Set for a restore, which accepts a store with an incomplete restore. `only`: the migrations to run; absent: all. */
export type Restoring = { only?: ReadonlySet<string> }

export function unfinishedRestore(store: string): SettingsError {
  return new SettingsError(
    `A backup is being restored into ${store}, or that was interrupted. Run "npm run tapewire -- backup restore <folder>" again: it begins from the start.`,
  )
}

/**
 * `isNew`: the database had no product tables. `isOfNextRelease`: a process of the next release migrated the database.
 */
export type SchemaState = { isNew: boolean; isOfNextRelease: boolean }

export type OtherStores = {
  /**
   * Throws if the other stores have data. Called only for a new PostgreSQL database, before its first table is created:
   * a refused start leaves the database empty, so the next start is refused as well.
   */
  assertNew(): Promise<void>
  migrate(state: SchemaState): Promise<void>
}

export const noOthers: OtherStores = { assertNew: async () => {}, migrate: async () => {} }

/**
 * Migrates the database under a lock, then the other stores under the same lock. A release adds only things that its
 * predecessor ignores, and removes only things that its predecessor can do without. So a process accepts tables of the
 * next release, and an upgrade can be reverted.
 */
export function migratePostgres(
  connection: pg.ClientConfig,
  folder: string,
  log: Log,
  others: OtherStores = noOthers,
  { restoring = null, signal }: { restoring?: Restoring | null; signal?: AbortSignal } = {},
): Promise<string[]> {
  return whileLocked(connection, log, { lock: 'migrations', signal }, async (held) => {
    const client = await openClient(connection, { log, signal })
    try {
      return await migrateLocked(client, { folder, log, others, restoring, held })
    } finally {
      await client.end()
    }
  })
}

async function migrateLocked(
  client: pg.Client,
  options: { folder: string; log: Log; others: OtherStores; restoring: Restoring | null; held: HeldLock },
): Promise<string[]> {
  const { folder, log, others, restoring, held } = options
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  assertVersion('PostgreSQL', versions[0]?.server_version ?? '')
  const { rows: begun } = await client.query<{ begun: boolean }>("select to_regclass('restoring') is not null as begun")
  if (begun[0]?.begun && !restoring) throw unfinishedRestore('PostgreSQL')
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  if (applied.size === 0) await others.assertNew()
  const own = await releaseOf(folder)
  const isOfNextRelease = (await raiseRelease(client, own)) === own + 1
  if (isOfNextRelease) log.warn('the tables are those of the next release: finish the upgrade, or take it back')
  const ours = await readMigrations(folder)
  const pending = pendingMigrations(ours, applied, { store: 'PostgreSQL', isOfNextRelease }).filter(
    isSelected(restoring),
  )
  for (const migration of pending) {
    await held.assertHeld()
    await apply(client, migration)
  }
  if (pending.length > 0) log.debug('PostgreSQL migrated', { count: pending.length })
  await held.assertHeld()
  await others.migrate({ isNew: applied.size === 0, isOfNextRelease })
  return pending.map(({ name }) => name)
}

export function isSelected(restoring: Restoring | null): (migration: Migration) => boolean {
  return ({ name }) => restoring?.only?.has(name) ?? true
}

/**
 * Stores this release before its first change of the tables, unless a newer release is stored. Returns the newest
 * release.
 */
async function raiseRelease(client: pg.Client, own: number): Promise<number> {
  await client.query(
    'create table if not exists schema_release (one boolean primary key default true check (one), release integer not null)',
  )
  const { rows } = await client.query<{ release: number }>(
    `insert into schema_release (release) values ($1)
     on conflict (one) do update set release = greatest(schema_release.release, excluded.release) returning release`,
    [own],
  )
  return rows[0]?.release ?? own
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    // A lost connection has already rolled back, so only the first failure is reported.
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
