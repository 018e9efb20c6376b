import type { StoredFile } from '../../packed/packed-file.ts'
import type { ClickHouse } from '../../platform.ts'
import { SettingsError } from '../../settings.ts'
import type { BackupFiles } from '../files/backup-files.ts'
import type { AppliedMigration } from './tables-dump-store.ts'

/** `first`, `last`: the numbers of the first and last insert in the part; each partition numbers its inserts. */
type Part = { table: string; partition: string; name: string; mark: string; rows: number; first: number; last: number }
type Column = { name: string; type: string }

/**
 * `measured`: the files with size and checksum, if they are from an earlier backup with the same content; otherwise
 * null.
 */
export type SavedPart = { name: string; mark: string; paths: string[]; measured: StoredFile[] | null }
export type HistoryDump = {
  engine: string
  migrations: AppliedMigration[]
  tables: { table: string; columns: string[]; parts: SavedPart[] }[]
}

/** The files of a part in an earlier backup. Null if that backup lacks the part or has other columns. */
export type Earlier = (part: Pick<Part, 'table' | 'name' | 'mark'>, columns: readonly string[]) => StoredFile[] | null

type Order = {
  files: BackupFiles
  tables: readonly string[]
  earlier: Earlier
  signal: AbortSignal
  said: (done: number, of: number) => void
}

/** Rows per file. A statement for one file takes only seconds, so the console's reports wait only seconds. */
const fileRows = 2_000_000
const statementMsMax = 120_000
const passesMax = 30
/** Backup statements run in the lane of reports. Their limit is long, so that a busy lane does not fail a backup. */
const patiently = { lane: 'report', maxMs: statementMsMax } as const
const migrationsSql = 'SELECT name, checksum FROM migrations ORDER BY name'

/**
 * Writes all rows that exist at the beginning, part by part. Parts never change, but the engine may merge them at any
 * time. After reading, the parts are listed again: a part that is gone may have been read only partly, so the merged
 * part replaces it. Parts with only later inserts are skipped. In the end the written parts are exactly those of one
 * listing.
 */
export async function dumpHistory(clickhouse: ClickHouse, order: Order): Promise<HistoryDump> {
  const columns = await columnsOf(clickhouse, order.tables)
  let parts = await activeParts(clickhouse, order.tables)
  const newest = newestInserts(parts)
  const saved = new Map<string, SavedPart>()
  for (let pass = 1; ; pass += 1) {
    const missing = parts.filter((part) => !saved.has(keyOf(part)))
    if (missing.length === 0) break
    if (pass > passesMax) throw new SettingsError('ClickHouse merges faster than it can be read. Try again later.')
    for (const part of missing) {
      order.signal.throwIfAborted()
      saved.set(keyOf(part), await savePart(clickhouse, part, columns.get(part.table) ?? [], order))
      order.said(saved.size, parts.length)
    }
    parts = (await activeParts(clickhouse, order.tables)).filter(
      (part) => part.first <= (newest.get(rangeOf(part)) ?? -1),
    )
    await dropOthers(saved, new Set(parts.map(keyOf)), order.files)
  }
  const tables = [...columns].map(([table, list]) => ({
    table,
    columns: list.map(({ name }) => name),
    parts: parts.filter((part) => part.table === table).flatMap((part) => saved.get(keyOf(part)) ?? []),
  }))
  return { ...(await historyAbout(clickhouse)), tables }
}

export async function historyAbout(
  clickhouse: ClickHouse,
): Promise<{ engine: string; migrations: AppliedMigration[] }> {
  const [server] = await clickhouse.query<{ version: string }>('SELECT version() AS version', {}, patiently)
  const migrations = await clickhouse.query<AppliedMigration>(migrationsSql, {}, patiently)
  return { engine: server?.version ?? '', migrations }
}

async function savePart(clickhouse: ClickHouse, part: Part, columns: Column[], order: Order): Promise<SavedPart> {
  const { table, name, mark, rows } = part
  const found = order.earlier(
    part,
    columns.map((column) => column.name),
  )
  if (found && (await order.files.reuse(found)))
    return { name, mark, paths: found.map(({ path }) => path), measured: found }
  const paths: string[] = []
  for (let from = 0; from < rows; from += fileRows) {
    const file = `clickhouse/${table}/${name}.${paths.length + 1}.native.zst`
    const within = rows > fileRows ? ` AND _part_offset >= ${from} AND _part_offset < ${from + fileRows}` : ''
    const select = `SELECT ${columns.map(selected).join(', ')} FROM ${table} WHERE _part = '${name}'${within}`
    // When all rows are deleted, the engine may write no file.
    const path = await order.files.add(file, 'native', (to) => clickhouse.save(select, to, { maxMs: statementMsMax }))
    if (path !== null) paths.push(path)
  }
  return { name, mark, paths, measured: null }
}

async function dropOthers(
  saved: Map<string, SavedPart>,
  present: ReadonlySet<string>,
  files: BackupFiles,
): Promise<void> {
  for (const [key, { paths }] of saved) {
    if (present.has(key)) continue
    for (const path of paths) await files.remove(path)
    saved.delete(key)
  }
}

/** LowCardinality columns are written as plain values. */
function selected({ name, type }: Column): string {
  const [, inner] = /^LowCardinality\((.*)\)$/.exec(type) ?? []
  return inner ? `CAST(${name}, '${inner}') AS ${name}` : name
}

function newestInserts(parts: readonly Part[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const part of parts) newest.set(rangeOf(part), Math.max(part.last, newest.get(rangeOf(part)) ?? 0))
  return newest
}

function rangeOf({ table, partition }: Part): string {
  return `${table} ${partition}`
}

function keyOf({ table, name, mark }: Part): string {
  return `${table} ${name} ${mark}`
}

async function columnsOf(clickhouse: ClickHouse, tables: readonly string[]): Promise<Map<string, Column[]>> {
  const rows = await clickhouse.query<Column & { table: string }>(
    `SELECT table, name, type FROM system.columns
     WHERE database = currentDatabase() AND table IN {tables:Array(String)} AND default_kind IN ('', 'DEFAULT')
     ORDER BY table, position`,
    { tables },
    patiently,
  )
  const columns = new Map<string, Column[]>()
  for (const { table, name, type } of rows) columns.set(table, [...(columns.get(table) ?? []), { name, type }])
  return columns
}

async function activeParts(clickhouse: ClickHouse, tables: readonly string[]): Promise<Part[]> {
  const rows = await clickhouse.query<Record<keyof Part, string | number>>(
    `SELECT table, partition_id AS partition, name, hash_of_all_files AS mark, rows, min_block_number AS first, max_block_number AS last
     FROM system.parts WHERE active AND database = currentDatabase() AND table IN {tables:Array(String)}
     ORDER BY table, partition_id, min_block_number`,
    { tables },
    patiently,
  )
  return rows.map(({ table, partition, name, mark, rows: count, first, last }) => ({
    ...{ table: String(table), partition: String(partition), name: String(name), mark: String(mark) },
    ...{ rows: Number(count), first: Number(first), last: Number(last) },
  }))
}
