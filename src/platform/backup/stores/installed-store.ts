import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg, { type ClientBase } from 'pg'
import { type Config, SettingsError, storeSettings } from '../../settings.ts'

/**
 * Refuses a database or folder without an installation, because opening the stores would create an installation. Writes
 * nothing.
 */
export async function assertInstalled(config: Config): Promise<void> {
  if (await isInstalled(config)) return
  const { dataDir, hasDatabaseUrl } = config.settings
  const where = hasDatabaseUrl ? 'in the database of DATABASE_URL' : `in DATA_DIR ${dataDir}`
  const other = hasDatabaseUrl ? 'DATABASE_URL to its database' : 'DATA_DIR to its folder'
  throw new SettingsError(
    `There is no installation ${where}. Set ${other}; "npm start" or "npm run tapewire -- migrate" makes a new one.`,
  )
}

/**
 * Whether the embedded database exists, or the database of `DATABASE_URL` has the product's tables. True when that
 * database does not answer: opening it reports the cause.
 */
export async function isInstalled({ settings: { dataDir }, secrets }: Config): Promise<boolean> {
  const { databaseUrl } = secrets.of(storeSettings)
  if (!databaseUrl) return existsSync(join(dataDir, 'postgres/data/PG_VERSION'))
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ found: boolean }>("select to_regclass('migrations') is not null as found")
    return rows[0]?.found === true
  } catch {
    return true
  } finally {
    client.end().catch(() => {})
  }
}

/** Whether a database has the product's tables, but no account, import, fed instrument or act of a person. */
export async function isUnused(client: ClientBase): Promise<boolean> {
  const { rows: tables } = await client.query<{ count: string }>(
    `select count(*) from unnest(array['account', 'imports', 'fed_instrument', 'audit']) as name
     where to_regclass(name) is not null and to_regclass('restoring') is null`,
  )
  if (Number(tables[0]?.count) < 4) return false
  const { rows } = await client.query<{ unused: boolean }>(
    `select not exists (select from account) and not exists (select from imports)
       and not exists (select from fed_instrument)
       and not exists (select from audit where actor_kind <> 'system') as unused`,
  )
  return rows[0]?.unused === true
}
