import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { siteApi } from '#test/fixtures/site-api.ts'
import { openKeyCache } from '../check/verify.ts'
import { verifySheetToken } from '../check/verify-sheet.ts'

test('an account export contains sheet links without their tokens, and the deletion of the account deletes the links', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using _ = await openKeyCache(ctx)
  await installCatalogue(ctx)
  const site = siteApi(ctx)
  const email = 'ada@example.com'
  const { cookie } = await site.signUp(email)
  const [{ id: keyId }] = (await site.send('/api/keys', { cookie })).data
  const table = { kind: 'prices', symbols: ['NASDAQ:AAPL'] }
  const { data } = await site.send('/api/sheet-links', { body: { name: 'My sheet', keyId, table }, cookie })
  const token = data.address.split('/').at(-1)
  const verdict = () => verifySheetToken(ctx, token, '203.0.113.7')
  expect(await verdict()).toMatchObject({ kind: 'link', verdict: { kind: 'ok' } })

  const { body } = await site.send('/api/security/export', { cookie })
  expect(body.sheetLinks).toMatchObject([{ name: 'My sheet', shows: { codes: ['AAPL'] } }])
  expect(JSON.stringify(body)).not.toContain(token)
  expect(JSON.stringify(body.sheetLinks)).not.toMatch(/[0-9a-f]{64}/)

  await site.send('/api/security/delete', { body: { email }, cookie })
  await ctx.clock.advance(31 * dayMs)
  expect(await site.sweep()).toEqual({ deleted: 1 })
  await expect.poll(verdict).toEqual({ kind: 'none', error: 'sheet_unknown' })
  expect((await sql`select from sheet_link`.execute(ctx.postgres.db)).rows).toEqual([])
})
