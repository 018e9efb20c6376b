import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { silentLog } from '../log/log.ts'
import { openPostgres } from './postgres.ts'
import { StatementNames } from './statement-names.ts'

test('PostgreSQL keeps a prepared plan only for a repeated statement with parameters', async () => {
  await using ctx = await testPlatform()
  const connection = ctx.postgresConnection
  await using postgres = openPostgres({ connection, log: silentLog, poolMax: 1, keepsPlans: true })
  const { db } = postgres
  const double = async (n: number) => (await sql<{ two: number }>`select ${n}::int * 2 as two`.execute(db)).rows[0]?.two
  for (let n = 0; n < 40; n += 1) {
    expect(await double(n)).toBe(n * 2)
    await sql`select 1`.execute(db)
    await sql.raw(`select ${n}`).execute(db)
  }
  await expect(sql`select ${'x'}::int * 2 as two`.execute(db)).rejects.toThrow('invalid input syntax')
  expect(await double(50)).toBe(100)
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: 'select $1::int * 2 as two' }])
})

test('at most a hundred SQL statements get a name, and each name belongs to one statement', () => {
  const names = new StatementNames()
  const named = new Set<string>()
  for (let n = 0; n < 150; n += 1)
    for (let times = 0; times < 30; times += 1) {
      const name = names.of(`select ${n}`)
      if (name) named.add(`${name} for ${n}`)
    }
  expect(named.size).toBe(100)
  expect(new Set([...named].map((one) => one.split(' ')[0])).size).toBe(100)
})
