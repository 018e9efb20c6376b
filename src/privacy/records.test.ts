import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dataClasses } from '#src/contract/privacy/personal-data.ts'
import type { TableRecord } from '#src/platform/personal-data.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { exportParts } from './export.ts'
import { clickhouseFiles, clickhouseRecords, postgresFiles, postgresRecords } from './records.ts'

type Files = Readonly<Record<string, readonly TableRecord[]>>
type Found = { table: string; column: string }

/** One message for each table or column that only the store or only the lists have. It names the file to change. */
function differences(files: Files, found: readonly Found[]): string[] {
  const listed = new Map<string, string>()
  for (const [file, records] of Object.entries(files))
    for (const { table, columns } of records) {
      listed.set(table, file)
      for (const column of Object.keys(columns)) listed.set(`${table}.${column}`, file)
    }
  const there = new Set(found.flatMap(({ table, column }) => [table, `${table}.${column}`]))
  const missing = found.flatMap(({ table, column }) => {
    if (listed.has(`${table}.${column}`)) return []
    const file = listed.get(table)
    return file
      ? `${table}.${column} is not classified: add "${column}: '<class>'" to the table '${table}' in ${file}; 'plain' if it says nothing about a person`
      : `${table}.${column} is not classified: add the table '${table}' with this column to one of ${Object.keys(files).join(', ')}; plainTable('${table}', '…') if no column says anything about a person`
  })
  const gone = [...listed].flatMap(([name, file]) =>
    there.has(name) ? [] : `${name} is no longer in the store: remove it from ${file}`,
  )
  return [...missing, ...gone]
}

test('every column of PostgreSQL is classified as personal or not', async () => {
  await using ctx = await testPlatform()
  const { rows } = await sql<Found>`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public'`.execute(ctx.postgres.db)
  expect(rows.length).toBeGreaterThan(100)
  expect(differences(postgresFiles, rows)).toEqual([])
})

test('the report of an unclassified column names the file in which to classify it', async () => {
  await using ctx = await testPlatform()
  await sql`alter table tickets add column phone text`.execute(ctx.postgres.db)
  const { rows } = await sql<Found>`select table_name as "table", column_name as "column"
    from information_schema.columns where table_schema = 'public'`.execute(ctx.postgres.db)
  expect(differences(postgresFiles, rows)).toEqual([
    expect.stringContaining(`add "phone: '<class>'" to the table 'tickets' in src/support/personal-data.ts`),
  ])
})

test('every column of ClickHouse is classified, and each declared retention is the TTL of its table', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const found = await ctx.clickhouse.query<Found>(
    `SELECT table, name AS column FROM system.columns WHERE database = currentDatabase()`,
  )
  expect(differences(clickhouseFiles, found)).toEqual([])
  const tables = await ctx.clickhouse.query<{ name: string; engine_full: string }>(
    'SELECT name, engine_full FROM system.tables WHERE database = currentDatabase()',
  )
  for (const { table, retention = [] } of clickhouseRecords)
    for (const { column, days } of retention) {
      const engine = tables.find(({ name }) => name === table)?.engine_full
      expect(engine, table).toContain(`intDiv(${column}, 1000), 'UTC') + toIntervalDay(${days})`)
    }
})

test('exactly the tables with personal columns have a declaration of personal data, and the declarations name only existing columns', async () => {
  for (const { table, columns, personal } of [...postgresRecords, ...clickhouseRecords]) {
    const kinds = Object.values(columns)
    expect(personal !== undefined, table).toBe(kinds.some((kind) => kind !== 'plain'))
    const shown = kinds.some((kind) => kind !== 'plain' && !kind.includes(','))
    if (personal) expect('nowhere' in personal.exported, table).toBe(!shown)
    for (const column of personal?.whose.columns ?? [])
      expect(columns, table).toHaveProperty([column.replace(/->>.*/, '')])
  }
})

test('every declared part of the data export exists, and every data class except “counters” and “serverLog” has a column', () => {
  const own = ['account', 'devices', 'passkeys', 'thirdPartySignIns']
  const parts = new Set([...own, ...exportParts.map(({ name }) => name)])
  const records = [...postgresRecords, ...clickhouseRecords]
  for (const { table, personal } of records)
    if (personal && 'part' in personal.exported) expect(parts, table).toContain(personal.exported.part)
  const stored = new Set(records.flatMap(({ columns }) => Object.values(columns).map((kind) => kind.split(',')[0])))
  const elsewhere = ['counters', 'serverLog']
  expect([...dataClasses].filter((kind) => !stored.has(kind))).toEqual(elsewhere)
})
