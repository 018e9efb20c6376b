import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { assertVersion } from '../engines/engine-versions.ts'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'

export type Migration = { name: string; checksum: string; sql: string }

/** Any fixed number: all Tapewire processes of one database queue here while one of them migrates. */
const lockKey = 7_410_823

/** The `NNNN-name.sql` files of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { name: file.slice(0, -4), checksum: createHash('sha256').update(text).digest('hex'), sql: text }
    }),
  )
}

/** The migrations still to run. Refuses a store that a newer version wrote, or whose past migrations differ. */
export function pendingMigrations(
  ours: readonly Migration[],
  applied: ReadonlyMap<string, string>,
  store: string,
): Migration[] {
  const names = new Set(ours.map(({ name }) => name))
  const foreign = [...applied.keys()].find((name) => !names.has(name))
  if (foreign) {
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

/**
 * Brings the database up to date while holding the lock, then runs `others` (the other stores' migrations) under the same lock.
 * `isNew`: it had no tables of ours before.
 */
export async function migratePostgres(
  connection: pg.ClientConfig,
  folder: string,
  log: Log,
  others: (isNew: boolean) => Promise<void> = async () => {},
): Promise<string[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
    assertVersion('PostgreSQL', versions[0]?.server_version ?? '')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const pending = pendingMigrations(await readMigrations(folder), applied, 'PostgreSQL')
    for (const migration of pending) await apply(client, migration)
    if (pending.length > 0) log.debug('PostgreSQL migrated', { count: pending.length })
    await others(applied.size === 0)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    // A lost connection has rolled back already; the first failure is the one to report.
    await client.query('rollback').catch(() => {})
    throw new Error(`migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
