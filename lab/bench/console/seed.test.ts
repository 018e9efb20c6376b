import { expect, test } from 'vitest'
import { verifyAudit } from '#src/audit/verify.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { factsOf } from './facts.ts'
import { pagesOf } from './pages.ts'
import { fillDatabase, onClient } from './seed.ts'

const customers = 400

test('the console bench fills a database whose audit log has a valid hash chain', async () => {
  await using ctx = await testPlatform()
  const { postgresConnection: connection, settings } = ctx
  await fillDatabase(connection, customers)
  expect(await verifyAudit(ctx)).toMatchObject({ rows: 100 * customers, unchained: 0, faults: [] })
  const facts = await onClient(connection, (client) => factsOf(client, settings.dataDir, customers))
  expect(pagesOf(facts).filter(({ addresses }) => addresses.length === 0)).toEqual([])
})
