import { type RawBuilder, sql } from 'kysely'
import type { Person, Retention, Whose } from '#src/platform/personal-data.ts'
import type { ClickHouse, Db, Tx } from '#src/platform/platform.ts'

type Theirs = { table: string; whose: Whose; person: Person }

/** The condition for a person's rows; null when the table has no link to a person. */
function isTheirs({ whose, person }: Theirs): RawBuilder<boolean> | null {
  const values = [person[whose.by]].flat()
  if (values.length === 0 || whose.columns.length === 0) return null
  const matches = whose.columns.map((column) => sql<boolean>`${sql.raw(column)} = any(${values}::text[])`)
  return sql<boolean>`(${sql.join(matches, sql` or `)})`
}

export async function deleteTheirRows(tx: Tx, rows: Theirs, except = 'false'): Promise<void> {
  const theirs = isTheirs(rows)
  if (theirs) await sql`delete from ${sql.raw(rows.table)} where ${theirs} and not (${sql.raw(except)})`.execute(tx)
}

export async function setInTheirRows(tx: Tx, rows: Theirs, set: Readonly<Record<string, string>>): Promise<void> {
  const theirs = isTheirs(rows)
  const assignments = sql.join(Object.entries(set).map(([column, value]) => sql.raw(`${column} = ${value}`)))
  if (theirs) await sql`update ${sql.raw(rows.table)} set ${assignments} where ${theirs}`.execute(tx)
}

export async function readTheirRows(
  db: Db,
  rows: Theirs,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const theirs = isTheirs(rows)
  if (!theirs) return []
  const found = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.raw(rows.table)} where ${theirs}`.execute(
    db,
  )
  return found.rows
}

/** Deletes at most `limit` rows that are older than `before`; returns their number. */
export async function deleteExpired(
  db: Db,
  table: string,
  { column, only = 'true' }: Retention,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.raw(table)} where ctid = any(array(
    select ctid from ${sql.raw(table)} where ${sql.raw(column)} < ${new Date(before)} and (${sql.raw(only)})
    limit ${limit}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes a person's rows of a table. A deletion rewrites parts of the table, so it runs only if there are rows. */
export async function deleteColumnRows(clickhouse: ClickHouse, { table, whose, person }: Theirs): Promise<void> {
  const condition = whose.columns.map((column) => `${column} IN {ids:Array(String)}`).join(' OR ')
  const ids = { ids: [person[whose.by]].flat() }
  const rows = await clickhouse.query<object>(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, ids, {
    lane: 'report',
  })
  if (rows.length > 0)
    await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`, ids)
}
