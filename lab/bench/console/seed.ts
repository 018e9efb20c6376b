import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { contentHash } from '#src/audit/chain-store.ts'
import { silentLog } from '#src/platform/log/log.ts'
import { migratePostgres } from '#src/platform/stores/migrations.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { auditRows } from './audit-sql.ts'
import { consoleFillings } from './console-sql.ts'
import { money } from './money-sql.ts'
import { type Filling, people } from './people-sql.ts'

type Connection = EmbeddedPostgres['connection']

/**
 * Fast but unsafe settings, used only while filling. The product later opens the same database files with its own
 * settings.
 */
const fillingSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_wal_size: '16GB',
  shared_buffers: '512MB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
}

/**
 * Fills the database unless it already holds this number of customers. In both cases calls `read` with a client of the
 * database.
 */
export async function filled<T>(
  dataDir: string,
  customers: number,
  read: (client: pg.Client) => Promise<T>,
): Promise<{ seconds: number | null; found: T }> {
  const began = performance.now()
  const mark = join(dataDir, `filled-${customers}`)
  const isFilled = existsSync(mark)
  await using embedded = await startEmbeddedPostgres({
    dir: join(dataDir, 'postgres'),
    log: silentLog,
    settings: fillingSettings,
  })
  const { connection } = embedded
  if (!isFilled) {
    await migratePostgres(connection, 'migrations/postgres', silentLog)
    await fillDatabase(connection, customers)
    writeFileSync(mark, '')
  }
  const found = await onClient(connection, read)
  return { seconds: isFilled ? null : (performance.now() - began) / 1_000, found }
}

/** Fills a migrated database that has no rows yet. */
export async function fillDatabase(connection: Connection, customers: number): Promise<void> {
  await Promise.all([
    fill(connection, auditRows(customers, textOf(contentHash))),
    fill(connection, [...people(customers), ...money(customers), ...consoleFillings(customers)]),
  ])
  await onClient(connection, (client) => client.query('vacuum (analyze)'))
}

function textOf(fragment: typeof contentHash): string {
  const pool = () => Promise.reject(new Error('nothing is asked'))
  return fragment.compile(new Kysely({ dialect: new PostgresDialect({ pool }) })).sql
}

/** Inserts without triggers and creates the indexes at the end: millions of rows would take minutes otherwise. */
async function fill(connection: Connection, fillings: readonly Filling[]): Promise<void> {
  await onClient(connection, async (client) => {
    await client.query(`set session_replication_role = replica`)
    const tables = [...new Set(fillings.flatMap((one) => one.tables))]
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i where i.indrelid = any($1::text[]::regclass[])
          and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [tables],
    )
    for (const { name } of rows) await client.query(`drop index ${name}`)
    for (const { what, text } of fillings)
      await client.query(text).catch((cause: unknown) => {
        throw new Error(`${what} could not be written`, { cause })
      })
    for (const { definition } of rows) await client.query(definition)
  })
}

export async function onClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
