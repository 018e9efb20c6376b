import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { ClientBase } from 'pg'
import { copyIn } from '../../packed/postgres-copy.ts'
import { quoted, type Sequence, type Table } from './tables-dump-store.ts'

/** `content`: the file of the table, packed. */
export type StoredTable = Table & { content: () => Promise<Readable>; rows: number }

/**
 * Replaces the content of the tables by the content of the files, in one transaction, with row-protecting triggers
 * disabled.
 */
export async function loadTables(
  client: ClientBase,
  tables: readonly StoredTable[],
  sequences: readonly Sequence[],
  said: (table: string) => void,
): Promise<void> {
  const names = tables.map(({ table }) => quoted(table))
  await client.query('begin')
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const stored of await inOrder(client, tables)) {
    said(stored.table)
    await loadTable(client, stored)
  }
  for (const { table, column, value } of sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(table), column, value])
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  await client.query('commit')
  await client.query('analyze')
}

async function loadTable(client: ClientBase, { table, columns, content, rows }: StoredTable): Promise<void> {
  const into = copyIn(client, `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`)
  await pipeline(await content(), createZstdDecompress(), into)
  if (into.rows() !== rows) throw new Error(`${table} received ${into.rows()} rows of ${rows}`)
}

/** Sorts tables so that each follows the tables to which its rows refer. */
async function inOrder(client: ClientBase, tables: readonly StoredTable[]): Promise<StoredTable[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select f.relname::text as "from", t.relname::text as "to"
     from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
     where c.contype = 'f' and c.conrelid <> c.confrelid and f.relnamespace = current_schema()::text::regnamespace`,
  )
  const ordered: StoredTable[] = []
  const done = new Set<string>()
  let left = [...tables]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ table }) => table))
    const free = left.filter(({ table }) => !references.some(({ from, to }) => from === table && waiting.has(to)))
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`)
    for (const one of free) done.add(one.table)
    ordered.push(...free)
    left = left.filter(({ table }) => !done.has(table))
  }
  return ordered
}

/* The marker table `restoring` is created before the first table, and dropped when the backup is loaded completely. */

/** `used`: the database has tables or views. */
export async function tablesState(client: ClientBase): Promise<'empty' | 'begun' | 'used'> {
  const { rows } = await client.query<{ begun: boolean; tables: bigint }>(
    `select to_regclass('restoring') is not null as begun,
       (select count(*) from pg_class where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'p', 'v')) as tables`,
  )
  if (rows[0]?.begun) return 'begun'
  return rows[0]?.tables === 0n ? 'empty' : 'used'
}

export async function markBegun(client: ClientBase): Promise<void> {
  await client.query('create table if not exists restoring (begun_at timestamptz not null default now())')
}

export async function markDone(client: ClientBase): Promise<void> {
  await client.query('drop table restoring')
}
