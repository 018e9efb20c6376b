import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { postgresSize } from './versions.ts'

test('the number of rows of a table is known before PostgreSQL has analysed the table', async () => {
  await using ctx = await testPlatform()
  await sql`create table numbers with (autovacuum_enabled = false) as select generate_series(1, 100000) as n`.execute(
    ctx.postgres.db,
  )
  await sql`select pg_stat_force_next_flush()`.execute(ctx.postgres.db)
  const { tables } = await postgresSize(ctx.postgres.db)
  expect(tables.find(({ table }) => table === 'numbers')?.rows).toBe(100_000)
})
