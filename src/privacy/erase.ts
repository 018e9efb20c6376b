import { sql } from 'kysely'
import type { Person, TableRecord } from '#src/platform/personal-data.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { isTheirs } from './own-rows.ts'
import { clickhouseRecords, postgresRecords } from './records.ts'

/** Deletes or anonymises a person's rows in PostgreSQL, table by table as the list states. */
export async function eraseRows({ keyring }: Platform, tx: Tx, person: Person): Promise<void> {
  for (const record of postgresRecords) {
    const { personal } = record
    const theirs = personal && isTheirs(personal, person)
    if (!personal || !theirs) continue
    const table = sql.raw(record.table)
    const { deletion } = personal
    switch (deletion.how) {
      case 'delete':
        await sql`delete from ${table} where ${theirs} and not (${sql.raw(deletion.except ?? 'false')})`.execute(tx)
        break
      case 'erase':
        await sql`update ${table} set ${assignments(deletion.set)} where ${theirs}`.execute(tx)
        break
      case 'own':
        await deletion.erase(tx, person, keyring)
        break
      case 'keep':
    }
  }
}

function assignments(set: Readonly<Record<string, string>>) {
  return sql.join(Object.entries(set).map(([column, value]) => sql.raw(`${column} = ${value}`)))
}

/** The same in ClickHouse. It rewrites a table's parts, so it runs only where there are rows. */
export async function eraseColumnRows({ clickhouse }: Platform, person: Person): Promise<void> {
  for (const { table, personal } of clickhouseRecords) {
    if (personal?.deletion.how !== 'delete') continue
    const condition = columnCondition(personal)
    const ids = { ids: [person[personal.whose.by]].flat() }
    const rows = await clickhouse.query<object>(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`, ids, {
      lane: 'report',
    })
    if (rows.length > 0)
      await clickhouse.command(`ALTER TABLE ${table} DELETE WHERE ${condition} SETTINGS mutations_sync = 2`, ids)
  }
}

function columnCondition({ whose }: NonNullable<TableRecord['personal']>): string {
  return whose.columns.map((column) => `${column} IN {ids:Array(String)}`).join(' OR ')
}
