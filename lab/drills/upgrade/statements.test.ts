import pg from 'pg'
import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { readRecorded } from './record.ts'

test('PostgreSQL can plan every recorded statement of the last release on the tables of this release', async () => {
  const { statements } = await readRecorded()
  await using ctx = await testPlatform()
  const client = new pg.Client(ctx.postgresConnection)
  await client.connect()
  const refused: string[] = []
  // Planning a statement finds missing tables and columns, and conflict targets without a unique index.
  for (const statement of statements)
    await client.query(`explain (generic_plan) ${statement}`).catch((cause: Error) => {
      refused.push(`${cause.message}: ${statement.slice(0, 300)}`)
    })
  await client.end()
  expect(statements.length).toBeGreaterThan(200)
  expect(refused).toEqual([])
})
