import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { inSession } from '../../stores/postgres.ts'
import { isUnused } from './installed-store.ts'

test('a database counts as used once its audit log has an entry by a person, not by the system', async () => {
  await using ctx = await testPlatform()
  const unused = () => inSession(ctx.postgresConnection, ctx.log, isUnused)
  expect(await unused()).toBe(true)
  await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, { kind: 'system', name: 'test' }, 'test', '1'))
  expect(await unused()).toBe(true)
  await ctx.postgres.transaction((tx) => ctx.postgres.audit(tx, { kind: 'operator-cli' }, 'test', '1'))
  expect(await unused()).toBe(false)
})
