import type { ClientBase } from 'pg'
import { pack } from '../../packed/packed-file.ts'
import { copyOut } from '../../packed/postgres-copy.ts'
import type { BackupFiles } from '../files/backup-files.ts'

export type Table = { table: string; columns: string[] }
export type Sequence = { table: string; column: string; value: string }
export type AppliedMigration = { name: string; checksum: string }
export type TablesDump = {
  engine: string
  migrations: AppliedMigration[]
  /** `path`: relative to the folder of the backup. */
  tables: (Table & { path: string })[]
}

export async function installationId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from installation')
  return rows[0]?.id ?? ''
}

/** Writes `tables` as of one moment. Unlogged tables are skipped, since their rows do not survive a crash. */
export async function dumpTables(
  client: ClientBase,
  tables: readonly string[],
  files: BackupFiles,
  said: (table: string) => void,
): Promise<TablesDump> {
  await client.query('begin isolation level repeatable read, read only')
  const { rows: found } = await client.query<Table>(tablesSql, [tables])
  const { rows: migrations } = await client.query<AppliedMigration>(
    'select name, checksum from migrations order by name',
  )
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  const dumped: TablesDump['tables'] = []
  for (const { table, columns } of found) {
    said(table)
    const rows = `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) to stdout`
    const path = await files.add(`postgres/${table}.copy.zst`, 'copy', (to) => pack(copyOut(client, rows), to))
    dumped.push({ table, columns, path: path ?? '' })
  }
  await client.query('commit')
  return { engine: versions[0]?.server_version ?? '', migrations, tables: dumped }
}

const tablesSql = `
  select c.relname::text as "table", array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::text::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname = any($1) group by c.relname order by c.relname`

/**
 * Last values of identity columns. Sequences are not transactional, so a transaction reads their current values even
 * when its snapshot is old.
 */
export async function sequencesOf(client: ClientBase, tables: readonly string[]): Promise<Sequence[]> {
  const { rows } = await client.query<Omit<Sequence, 'value'> & { value: string | null }>(
    `select t.relname::text as "table", a.attname::text as "column", pg_sequence_last_value(s.seqrelid)::text as value
     from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where t.relnamespace = current_schema()::text::regnamespace and t.relname = any($1)
     order by t.relname, a.attname`,
    [tables],
  )
  // Null: the sequence has issued no value.
  return rows.flatMap(({ value, ...row }) => (value === null ? [] : [{ ...row, value }]))
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
