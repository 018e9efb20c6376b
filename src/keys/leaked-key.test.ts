import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { type SiteApi, siteApi } from '#test/fixtures/site-api.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { verifyKey } from './check/verify.ts'
import { verifySheetToken } from './check/verify-sheet.ts'
import { newSecret } from './key/secret.ts'
import { listKeys, resetKey, revealKey } from './keys.ts'
import { sheetToken } from './sheet-links/sheet-link.ts'
import { makeSheetLink } from './sheet-links/sheet-links.ts'

let ctx: TestPlatform
let site: SiteApi
beforeAll(async () => {
  ctx = await testPlatform()
  site = siteApi(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function keyOf(email: string) {
  const { keyId: id, ...rest } = await keyOnPlan(ctx, 'stock-us-base', { email })
  return { ...rest, id }
}

const report = (key: string) => site.send('/api/keys/leaked', { body: { key } })
const stateOf = async (secret: string) => {
  const verdict = await verifyKey(ctx, secret)
  return verdict.kind === 'ok' ? 'ok' : verdict.error
}
const leaks = async (email: string) => (await ctx.mails(email)).filter(({ subject }) => subject.includes('leaked'))

test('a key reported as leaked stops working at once; its owner gets a mail and a new secret on the same plan', async () => {
  const { actor, id, secret } = await keyOf('leaked@example.com')
  const answer = await report(secret)
  expect([answer.status, await stateOf(secret)]).toEqual([200, 'key_revoked'])
  const next = await revealKey(ctx, actor, id, 'en-US')
  expect(next.key).not.toBe(secret)
  expect(await stateOf(next.key)).toBe('ok')
  const [mail, ...more] = await leaks('leaked@example.com')
  expect(more).toEqual([])
  expect(mail?.text).toContain(`${secret.slice(0, 4)}***${secret.slice(-4)}`)
  expect(mail?.text).not.toContain(secret)
  expect(await audited(ctx, 'key.leaked')).toMatchObject([
    { actor_kind: 'system', subject: id, detail: { former: false } },
  ])
  expect(await resetKey(ctx, actor, { keyId: id }, 'en-US')).toMatchObject({ id })

  const unknown = await report(newSecret(ctx.random))
  expect([unknown.status, unknown.body]).toEqual([200, { ...answer.body }])
  const again = await report(secret)
  expect([again.status, again.body]).toEqual([200, { ...answer.body }])
  expect(await leaks('leaked@example.com')).toHaveLength(1)
})

test('when a leaked secret is replaced, nobody is recorded as the maker or a reader of the new secret', async () => {
  const { actor, id } = await keyOf('maker@example.com')
  const { key, madeBy } = await resetKey(ctx, actor, { keyId: id }, 'en-US')
  expect(madeBy).toBe('maker@example.com')
  await report(key)
  const keys = await listKeys(ctx, actor, 'en-US')
  expect(keys.find((one) => one.id === id)?.madeBy).toBeNull()
  const readers = await sql`select from api_key_reader where key_id = ${id}`.execute(ctx.postgres.db)
  expect(readers.rows).toEqual([])
})

test('a leak report of the former secret of a key ends only that secret, and the present secret keeps working', async () => {
  const { actor, id, secret } = await keyOf('former@example.com')
  const { key: present } = await resetKey(ctx, actor, { keyId: id, overlapHours: 24 }, 'en-US')
  expect((await report(secret)).status).toBe(200)
  expect([await stateOf(secret), await stateOf(present)]).toEqual(['key_revoked', 'ok'])
  expect(await leaks('former@example.com')).toHaveLength(1)
})

test('a leak report is refused if its text is not a key, or if the IP address has sent too many reports', async () => {
  for (const text of ['', 'tw_live_x', `tw_live_${'a'.repeat(36)}`]) expect((await report(text)).status).toBe(400)
  let status = 200
  for (let n = 0; n < 100 && status === 200; n += 1) ({ status } = await report(newSecret(ctx.random)))
  expect(status).toBe(429)
  await ctx.clock.advance(hourMs)
  expect((await report(newSecret(ctx.random))).status).toBe(200)
})

test('a sheet link is revoked when its token is reported as leaked, and a report of an unknown token gets the same response', async () => {
  await installCatalogue(ctx)
  const { actor, id: keyId } = await keyOf('leaked-sheet@example.com')
  const table = { kind: 'prices', symbols: ['NASDAQ:AAPL'] } as const
  const wanted = { name: 'The sheet', keyId, table: { ...table, symbols: [...table.symbols] } }
  const { address } = await makeSheetLink(ctx, actor, wanted, 'en-US')
  const token = address.split('/').at(-1) ?? ''
  const answers = [await report(token), await report(sheetToken.create(ctx.random)), await report(token)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  expect(await verifySheetToken(ctx, token, '203.0.113.7')).toEqual({ kind: 'none', error: 'sheet_revoked' })
  expect(await audited(ctx, 'key.end_link')).toMatchObject([{ actor_kind: 'system', subject: keyId }])
})
