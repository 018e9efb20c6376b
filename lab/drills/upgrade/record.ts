import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { silentLog } from '#src/platform/log/log.ts'
import { startEmbeddedPostgres } from '#src/platform/stores/postgres-embedded.ts'
import { startClickHouse } from '#test/fixtures/clickhouse.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { importedSymbol, type Kept, keptOn, liveOn, type Person } from './lived.ts'

/**
 * A record of the last release: its customers, the state that an upgrade must keep, the statements that it sent to
 * PostgreSQL, and its backup.
 */
const recordedFile = join(import.meta.dirname, 'recorded.json.zst')

export type Recorded = {
  people: Person[]
  kept: Kept
  statements: string[]
  /** The files of the backup by their path, in base64. */
  backup: Record<string, string>
}

export async function readRecorded(): Promise<Recorded> {
  return JSON.parse(zstdDecompressSync(await readFile(recordedFile)).toString())
}

export async function unpackBackup({ backup }: Recorded, folder: string): Promise<void> {
  for (const [path, content] of Object.entries(backup)) {
    const file = join(folder, '20260101T000000Z', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, Buffer.from(content, 'base64'))
  }
}

async function packed(folder: string): Promise<Recorded['backup']> {
  const files: Recorded['backup'] = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[relative(folder, path)] = (await readFile(path)).toString('base64')
  }
  return files
}

/** Runs the last release on its own stores and writes the record to `recordedFile`. */
export async function recordRelease(release: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const dataDir = stack.use(await temporaryDataDir()).path
  const clickhouse = stack.use(await startClickHouse())
  const dir = stack.use(await temporaryDataDir()).path
  const logged = { log_statement: 'all', log_destination: 'jsonlog', logging_collector: 'on', log_rotation_size: '0' }
  const postgres = stack.use(await startEmbeddedPostgres({ dir, log: silentLog, settings: logged }))
  const { host, user } = postgres.connection
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`,
    CLICKHOUSE_URL: clickhouse.url,
  }
  const product = stack.use(await spawnProduct(dataDir, environment, [], release))
  await product.ready()
  const running = { site: product.site, api: product.api, dataDir }
  const people = await liveOn(running)
  const kept = await keptOn(running, people)
  product.child.kill('SIGTERM')
  await product.ended()
  await makeSmall(postgres.connection, clickhouse.url)
  const backups = stack.use(await temporaryDataDir()).path
  const { PATH = '', HOME = '' } = process.env
  await promisify(execFile)(process.execPath, ['src/cli/main.mjs', 'backup', 'create', backups], {
    cwd: release,
    env: { PATH, HOME, DATA_DIR: dataDir, ...environment },
  })
  const [name = ''] = await readdir(backups)
  const recorded: Recorded = {
    ...{ people, kept },
    statements: await loggedStatements(join(dir, 'data/log')),
    backup: await packed(join(backups, name)),
  }
  await writeFile(recordedFile, zstdCompressSync(JSON.stringify(recorded)))
}

/** Deletes the history of all instruments except the imported instrument, and rows that migrations do not read. */
async function makeSmall(connection: pg.ClientConfig, clickhouse: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const [, code = '', region = ''] = /^\w+:(\w+)\$(\w+)$/.exec(importedSymbol) ?? []
  const { rows } = await client.query('select id from instruments where code = $1 and region = $2', [code, region])
  await client.query('truncate status_probe, process_figures')
  await client.end()
  const run = async (sql: string) => {
    const answer = await fetch(clickhouse, { method: 'POST', body: sql })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text.trim().split('\n').filter(Boolean)
  }
  const tables = await run(
    `SELECT DISTINCT table FROM system.columns WHERE database = currentDatabase() AND name = 'instrument' FORMAT TabSeparated`,
  )
  for (const table of tables)
    await run(`ALTER TABLE ${table} DELETE WHERE instrument != ${rows[0]?.id} SETTINGS mutations_sync = 2`)
}

/** Every statement with which the release read or changed rows, once, with or without parameters. */
async function loggedStatements(folder: string): Promise<string[]> {
  const found = new Set<string>()
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json')) continue
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const { message = '' } = line === '' ? {} : (JSON.parse(line) as { message?: string })
      const [, statement = ''] = /^(?:statement|execute [^:]+): ([\s\S]*)$/.exec(message) ?? []
      if (/^\s*(?:select|insert|update|delete|with)\b/i.test(statement)) found.add(statement.trim())
    }
  }
  return [...found].sort()
}
